"""Starting everything with one command, on a PostgreSQL that is brought along.

`bootstrap` makes the virtual environment and hands over to `__main__`, which does one of
`commands`. A database server that several of them use at once belongs to none of them: a
`keeper` process of its own runs it until the last user has gone, however they went. What they
know of each other are locks that the kernel releases when their holder dies:

    lock       who holds it                           what it tells
    start      who comes or goes, alone, shortly      one at a time comes or goes
    users      the users, together; the keeper waits  none is left, so the server may stop
    presence   the users, together                    who could hold it alone is the last one
    keeper     the keeper, alone, all its life        somebody looks after the server
    server     the server's processes, inherited      the data folder is in use
"""
