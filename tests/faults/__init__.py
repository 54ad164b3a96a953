"""What happens when something that the service stands on gives way."""
