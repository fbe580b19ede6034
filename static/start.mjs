// Starts Python. PyScript takes this file for its interpreter (pyscript.toml), and the page loads it first of all, so
// that Python starts while PyScript is still on its way.
//
// A built site's index.html names what it starts from (tools/packing.py makes it), by a hash of the sources, so that
// nothing of another version is ever taken:
//   NAME.json  its Python files in one
//   NAME.snap  a snapshot of Python's memory with them imported: restored, it is a start without running anything.
// The snapshot is fetched once the page works, for the next start; on the first visit it would only delay the first
// roll (BENCHMARKS.md). Whatever goes wrong with it, Python starts plainly. <html data-start="snapshot|plain"> says
// how it did. The working tree names nothing: there, PyScript fetches the files, and an edited one always counts.
import { loadPyodide as load, version } from "./vendor/pyodide/pyodide.mjs";

export { version };

const CACHE = "snapshot";
const HOME = "/home/pyodide";
const root = document.documentElement;
const at = (name) => new URL(name, import.meta.url).href;
const named = document.querySelector("meta[name=pyroll-start]")?.content;
const snapshot = named && at(`${named}.snap`);
// Named, so that the browser does not look through the whole copies first: a tenth of the time until the first verdict
const kept = async () => (snapshot ? await globalThis.caches?.match(snapshot, { cacheName: CACHE }) : undefined);

const fetched = async (address) => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
  return response.json();
};
const files = named ? fetched(at(`${named}.json`)) : Promise.resolve({});
files.catch(() => {}); // whoever waits for Python will see it

const install = async (python) => {
  for (const [place, content] of Object.entries(await files)) {
    const path = `${HOME}/${place}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, content);
  }
  return python;
};

// A browser may end a page that restores a snapshot, without a word. Starts that did not come to their end are
// counted, and after two the snapshot is left alone.
const unfinished = {
  count() {
    const [of, count] = (localStorage.getItem("pyroll.start") ?? "").split(" ");
    return of === named ? Number(count) : 0;
  },
  begin() {
    localStorage.setItem("pyroll.start", `${named} ${this.count() + 1}`);
    addEventListener("py:done", () => localStorage.removeItem("pyroll.start"), { once: true });
  },
};

const unzipped = (response) =>
  new Response(response.body.pipeThrough(new DecompressionStream("gzip"))).arrayBuffer();

// Pyodide does not make the memory large enough for what it restores (its issue 6254).
const roomFor = (memory) => async (settings) => {
  const { default: create } = await import("./vendor/pyodide/pyodide.asm.mjs");
  const module = await create(settings);
  const { byteLength } = await memory;
  while (module.HEAP8.length < byteLength) if (!module._malloc(4 << 20)) throw new Error("no memory left");
  return module;
};

const output = { stdout: console.log, stderr: console.error };
const options = () => ({
  indexURL: at("./vendor/pyodide/"),
  stdout: (line) => output.stdout(line),
  stderr: (line) => output.stderr(line),
});

const restored = async (response) => {
  unfinished.begin();
  const memory = unzipped(response);
  const python = await load({ ...options(), _loadSnapshot: memory, createPyodideModule: roomFor(memory) });
  root.dataset.start = "snapshot";
  return python;
};

const start = async () => {
  try {
    const response = await kept();
    if (response && unfinished.count() < 2) return await restored(response);
  } catch (error) {
    console.warn("start without the snapshot:", error);
    forget(snapshot).catch(() => {}); // perhaps damaged: the next visit gets it anew
  }
  root.dataset.start = "plain";
  return load(options());
};

// The cache is shared by all sites of a host: ours lie where this file does.
const forget = async (address) => {
  const cache = await caches.open(CACHE);
  for (const request of await cache.keys()) if (request.url.startsWith(address)) await cache.delete(request);
};
const keep = async () => {
  if (!snapshot || !globalThis.caches || navigator.connection?.saveData || (await kept())) return;
  await forget(at("./")); // an older one
  await (await caches.open(CACHE)).add(snapshot);
};
addEventListener("py:all-done", () => keep().catch((error) => console.warn("no snapshot:", error)), { once: true });

const python = start().then(install);
python.catch(() => {}); // likewise

export const loadPyodide = ({ stdout, stderr }) => {
  Object.assign(output, { stdout, stderr });
  return python;
};
