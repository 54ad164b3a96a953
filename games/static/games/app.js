// What makes an app of the page: service worker, updates, installation.

import { recall } from "./ui.js";

const WORKER = "/sw.js";
let wish = null;
addEventListener("beforeinstallprompt", (event) => {
	event.preventDefault();  // Asked for in the menu alone.
	wish = event;
});

/** Whether to offer the installation, after two games. */
export function canInstall() {
	return Boolean(wish) && recall("ended").n >= 2;
}

/** Let the browser ask. */
export async function install() {
	await wish.prompt();
	wish = null;
}

/** The one address that the page may load a script from by name. */
function workerAddress() {
	const createScriptURL = (address) => {
		if (address !== WORKER) throw new TypeError(`not ${WORKER}: ${address}`);
		return address;
	};
	return (self.trustedTypes?.createPolicy("app", { createScriptURL }) ?? { createScriptURL }).createScriptURL(WORKER);
}

/** Start the service worker, and offer a newer one wherever no cards lie on the table. */
export async function watchApp() {
	if (!navigator.serviceWorker) return;
	const registration = await navigator.serviceWorker.register(workerAddress());
	let isWanted = false;
	const bar = document.getElementById("update");
	bar.querySelector("button").addEventListener("click", (event) => {
		isWanted = Boolean(registration.waiting);
		if (isWanted) event.stopImmediatePropagation();
		registration.waiting?.postMessage("update");
	}, { capture: true });
	const offer = () => {
		bar.hidden = !registration.waiting || location.pathname.startsWith("/play/");
	};
	const look = () => {
		offer();
		registration.update().catch(() => {});
	};
	registration.addEventListener("updatefound", () => registration.installing?.addEventListener("statechange", offer));
	navigator.serviceWorker.addEventListener("controllerchange", () => isWanted && location.reload());
	for (const name of ["go", "popstate"]) addEventListener(name, look);
	offer();
}
