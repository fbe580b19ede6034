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

const HOME = "/home/pyodide";
const root = document.documentElement;
const at = (name) => new URL(name, import.meta.url).href;
const named = document.querySelector("meta[name=pyroll-start]")?.content;
const snapshot = globalThis.pyrollSnapshot; // static/snapshot.js, which a built site has loaded before

const fetched = async (address) => {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: HTTP ${response.status}`);
  return response.json();
};
const files = named ? fetched(at(`${named}.json`)) : Promise.resolve({});
files.catch(() => {}); // whoever waits for Python will see it

const install = async (python) => {
  const encoder = new TextEncoder(); // Python's file system takes more than twice as long for a text
  for (const [place, content] of Object.entries(await files)) {
    const path = `${HOME}/${place}`;
    python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")));
    python.FS.writeFile(path, encoder.encode(content));
  }
  return python;
};

const output = { stdout: console.log, stderr: console.error };
const options = () => ({
  indexURL: at("./vendor/pyodide/"),
  stdout: (line) => output.stdout(line),
  stderr: (line) => output.stderr(line),
});

const restored = async ({ memory }) => {
  const runtime = import("./vendor/pyodide/pyodide.asm.mjs"); // Pyodide would wait for the memory first
  // Pyodide does not make the memory large enough for what it restores (its issue 6254).
  const createPyodideModule = async (settings) => {
    const module = await (await runtime).default(settings);
    const { byteLength } = await memory;
    while (module.HEAP8.length < byteLength) if (!module._malloc(4 << 20)) throw new Error("no memory left");
    return module;
  };
  const python = await load({ ...options(), _loadSnapshot: memory, createPyodideModule });
  root.dataset.start = "snapshot";
  return python;
};

const start = async () => {
  try {
    const found = await snapshot?.found;
    if (found) return await restored(found);
  } catch (error) {
    console.warn("start without the snapshot:", error);
    forget(snapshot.address).catch(() => {}); // perhaps damaged: the next visit gets it anew
  }
  root.dataset.start = "plain";
  return load(options());
};

// The cache is shared by all sites of a host: ours lie where this file does.
const forget = async (address) => {
  const cache = await caches.open(snapshot.cache);
  for (const request of await cache.keys()) if (request.url.startsWith(address)) await cache.delete(request);
};
const keep = async () => {
  if (!snapshot || !globalThis.caches || navigator.connection?.saveData || (await snapshot.kept())) return;
  if (!navigator.serviceWorker?.controller) await forget(at("./")); // an older one; a worker knows which it still needs
  await (await caches.open(snapshot.cache)).add(snapshot.address);
};
addEventListener("py:all-done", () => keep().catch((error) => console.warn("no snapshot:", error)), { once: true });

const python = start().then(install);
python.catch(() => dispatchEvent(new Event("pyroll:failed"))); // PyScript may not be there to say so

export const loadPyodide = ({ stdout, stderr }) => {
  Object.assign(output, { stdout, stderr });
  return python;
};
