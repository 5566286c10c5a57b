// Caches the files of the page, so that it opens offline; FILES and VERSION are inserted when the page is built.

const KEPT = `citekit-${VERSION}`;

addEventListener("install", (event) => {
  skipWaiting();
  event.waitUntil(caches.open(KEPT).then((kept) => kept.addAll(FILES)));
});
addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith("citekit-") && name !== KEPT) await caches.delete(name);
  await clients.claim();
})()));
addEventListener("fetch", (event) => event.respondWith(caches.match(event.request, { ignoreSearch: true }).then((kept) => kept ?? fetch(event.request))));
