// The service worker: keeps the client's files, and a page to show when there is no network. What
// the service says of games and players is never kept. BUILD and FILES are put before this.

const OURS = /^client-/;

/** The offline page in the language of the player: as chosen, else as the browser has it. */
async function offline() {
	const cookie = await self.cookieStore?.get("django_language");
	const language = cookie?.value ?? navigator.language.slice(0, 2);
	return (await caches.match(`/offline/${language}`)) ?? caches.match("/offline/en");
}

async function clear() {
	for (const name of await caches.keys()) if (OURS.test(name) && name !== BUILD) await caches.delete(name);
	await clients.claim();
}

addEventListener("install", (event) => event.waitUntil(caches.open(BUILD).then((cache) => cache.addAll(FILES))));
addEventListener("activate", (event) => event.waitUntil(clear()));
addEventListener("message", ({ data }) => data === "update" && skipWaiting());
addEventListener("fetch", (event) => {
	const { request } = event;
	const { origin, pathname } = new URL(request.url);
	if (request.method !== "GET" || origin !== location.origin) return;
	const isPage = request.mode === "navigate" && !/^\/(api|admin)\//.test(pathname);
	if (isPage) event.respondWith(fetch(request).catch(offline));
	else if (FILES.includes(pathname)) event.respondWith(caches.match(request).then((kept) => kept ?? fetch(request)));
});
