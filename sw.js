// Keeps whole versions of the site on the device, and answers from the one in use: what is kept is never asked of the
// network. The build puts the hash of static/files.json below, which has the hash of every other file: one line names
// a version to the last byte. The working tree has no such list, and never registers this worker.
const LIST = "development";
const FILES = "./static/files.json";
const PLACE = `pyroll ${new URL("./", location).pathname}`; // caches are shared by all sites of a host
const CACHE = `${PLACE} ${LIST}`;
const SNAPSHOTS = "snapshot"; // static/start.mjs keeps them apart: a damaged one can be dropped

const found = (address, cacheName) => caches.match(address, { cacheName, ignoreSearch: true, ignoreVary: true });
const asked = ([address, , integrity]) => new Request(address, { cache: "no-cache", integrity });
const filesOf = async (name) => (await (await found(FILES, name))?.json())?.files ?? [];
const isSnapshot = ([address]) => address.endsWith(".snap");

// Once no page is open, a browser lets a new worker take over by itself. So the version in use is written down: it
// changes when a person agrees, or when it is no longer there.
let used, agreed;
const inUse = async () => {
  const noted = used ?? (await (await found("./in-use", PLACE))?.text());
  return (used = (await caches.has(noted)) ? noted : CACHE);
};
const use = async () => (await caches.open(PLACE)).put("./in-use", new Response((used = CACHE)));

// All or nothing: one file that is missing, or other than the list says, and nothing has changed.
const install = async () => {
  const cache = await caches.open(CACHE);
  await cache.add(asked([FILES, , LIST]));
  const files = await filesOf(CACHE);
  await cache.addAll(files.filter((file) => !isSnapshot(file)).map(asked));
  for (const file of files.filter(isSnapshot))
    if (!(await caches.match(file[0]))) await (await caches.open(SNAPSHOTS)).add(asked(file));
};
// Only what is in use stays, and what waits for it. Where that was changed, all open pages are told.
const settle = async () => {
  const wanted = [CACHE, await inUse()];
  for (const name of await caches.keys())
    if (name.startsWith(`${PLACE} `) && !wanted.includes(name)) await caches.delete(name);
  const current = (await Promise.all(wanted.map(filesOf))).flat().map(([address]) => new URL(address, location).href);
  const snapshots = await caches.open(SNAPSHOTS);
  for (const { url } of await snapshots.keys())
    if (url.startsWith(registration.scope) && !current.includes(url)) await snapshots.delete(url);
  for (const page of agreed ? await clients.matchAll({ includeUncontrolled: true }) : []) page.postMessage("settled");
};
const activate = async () => ((await inUse()) === CACHE && (await use()), await clients.claim(), settle());
const takeOver = async (waits) => (await use(), (agreed = true), waits ? skipWaiting() : settle());
const answer = async (request, page) =>
  (await found(request, await inUse())) ?? (page ? await found("./", used) : undefined) ?? fetch(request);

const forgotten = (error) => caches.delete(CACHE).then(() => Promise.reject(error));
addEventListener("install", (event) => event.waitUntil(install().catch(forgotten)));
addEventListener("activate", (event) => event.waitUntil(activate()));
addEventListener("message", (event) => {
  if (event.data === "take over") event.waitUntil(takeOver(registration.waiting));
});
addEventListener("fetch", (event) => {
  const { url, method, mode, cache } = event.request;
  if (new URL(url).origin !== location.origin) event.respondWith(Response.error());
  else if (method === "GET" && cache !== "reload") event.respondWith(answer(event.request, mode === "navigate"));
});
