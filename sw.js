// Keeps whole versions of the site on the device, and answers from the one in use, never from the network. The build
// puts the hash of static/files.json below, which has the hash of every other file; the working tree registers none.
const LIST = "development";
const FILES = "./static/files.json";
const PLACE = `pyroll ${new URL("./", location).pathname}`; // caches are shared by all sites of a host
const CACHE = `${PLACE} ${LIST}`;
const SNAPSHOTS = "snapshot"; // static/start.mjs keeps them apart: a damaged one can be dropped

const found = (address, cacheName) => caches.match(address, { cacheName, ignoreSearch: true, ignoreVary: true });
const asked = ([address, , integrity]) => new Request(address, { cache: "no-cache", integrity });
const filesOf = async (name) => (await (await found(FILES, name))?.json())?.files ?? [];
const isSnapshot = ([address]) => address.endsWith(".snap");

// Whoever answers a page reads here which version is in use: it changes when a person agrees, or when it is gone. No
// worker skips waiting: Chromium would end the old one amid an answer, and leave the page without that file.
let used;
const written = async () => (await (await found("./in-use", PLACE))?.text()) ?? "";
const kept = async (name) => ((await caches.has(name)) ? name : CACHE);
const inUse = (anew) => (used = (!anew && used) || written().then(kept));
const use = async () => (await caches.open(PLACE)).put("./in-use", new Response((used = CACHE)));

// All or nothing: where one file is missing, or is another one, nothing has changed.
const install = async () => {
  const cache = await caches.open(CACHE);
  await cache.add(asked([FILES, , LIST]));
  const files = await filesOf(CACHE);
  for (const file of files.filter(isSnapshot))
    if (!(await caches.match(file[0]))) await (await caches.open(SNAPSHOTS)).add(asked(file));
  await cache.addAll(files.filter((file) => !isSnapshot(file)).map(asked)); // last: where the page is, all is
};
// Only what is in use stays, and what waits for it; while another version arrives, everything does.
const settle = async () => {
  if (registration.installing) return;
  const wanted = [CACHE, await inUse()];
  for (const name of await caches.keys())
    if (name.startsWith(`${PLACE} `) && !wanted.includes(name)) await caches.delete(name);
  const current = (await Promise.all(wanted.map(filesOf))).flat().map(([address]) => new URL(address, location).href);
  const snapshots = await caches.open(SNAPSHOTS);
  for (const { url } of await snapshots.keys())
    if (new URL("../", url).href === registration.scope && !current.includes(url)) await snapshots.delete(url);
};
const activate = async () => ((await inUse()) === CACHE && (await use()), await clients.claim(), settle());
const takeOver = async () => {
  await use();
  for (const page of await clients.matchAll({ includeUncontrolled: true })) page.postMessage("settled");
  await settle();
};
const answer = async (request, page) =>
  (await found(request, await inUse(page))) ?? (page ? await found("./", await used) : undefined) ?? fetch(request);
const forgotten = async (error) => ((await written()) === CACHE || (await caches.delete(CACHE)), Promise.reject(error));
addEventListener("install", (event) => event.waitUntil(install().catch(forgotten)));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => event.data === "take over" && event.waitUntil(takeOver()));
addEventListener("fetch", (event) => {
  const { url, method, mode, cache } = event.request;
  const page = mode === "navigate" && new URL("./", url).href === registration.scope; // below it lies something else
  if (new URL(url).origin !== location.origin) event.respondWith(Response.error());
  else if (method === "GET" && cache !== "reload") event.respondWith(answer(event.request, page));
});
