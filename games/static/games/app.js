// What makes an app of the page: its service worker, its updates, and that it can be installed.

import { recall } from "./ui.js";

const WORKER = "/sw.js";
let wish = null;
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();  // Asked for in the menu alone.
  wish = event;
});

/** Whether to offer the installation: it is possible, and two games were played to their end. */
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
  const policy = self.trustedTypes?.createPolicy("app", {
    createScriptURL(address) {
      if (address === WORKER) return address;
      throw new TypeError(`not ${WORKER}: ${address}`);
    },
  });
  return policy ? policy.createScriptURL(WORKER) : WORKER;
}

/** Start the service worker, and offer a newer one wherever no cards lie on the table. */
export async function watchApp() {
  if (!navigator.serviceWorker) return;
  const registration = await navigator.serviceWorker.register(workerAddress());
  let isWanted = false;
  const update = () => {
    isWanted = true;
    registration.waiting?.postMessage("update");
  };
  const bar = document.getElementById("update");
  bar.querySelector("button").addEventListener("click", update);
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
