// What a site's Python is made of, read off its pyscript.toml: for the tools that load it in node.
import { readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

export const REPOSITORY = fileURLToPath(new URL("../", import.meta.url));
const HOME = "/home/pyodide"; // where PyScript puts the files, and the folder that Python starts in

// It imports what exists in a page only: the browser tests run it.
const PAGE_ONLY = new Set(["pyroll.app.browser"]);

/** Each file of the site in this folder: its address, its place beside the running Python, and its bytes. */
export const filesOf = (folder) => {
  const config = readFileSync(join(folder, "pyscript.toml"), "utf8");
  return [...config.matchAll(/^"\.\/(.+)" = "\.\/(.+)"$/gm)].map(([, address, place]) => ({
    address,
    place,
    bytes: readFileSync(join(folder, address)),
  }));
};

/** The same of those modules of the repository that a page unpacks later (tools/later.py). */
export const laterOf = (folder) => {
  const config = readFileSync(join(folder, "pyscript.toml"), "utf8");
  return [...config.matchAll(/^# "\.\/(.+)"$/gm)].map(([, address]) => ({
    address,
    place: address,
    bytes: readFileSync(join(folder, address)),
  }));
};

/** The modules among them that can be imported without a page. */
export const modulesOf = (files) =>
  files
    .filter(({ place }) => place.endsWith(".py"))
    .map(({ place }) => place.replace(/(\/__init__)?\.py$/, "").replaceAll("/", "."))
    .filter((name) => !PAGE_ONLY.has(name));

/** PyScript's own modules, which its core carries as texts: name, place, and source of each. */
export const pyscriptOf = (folder) => {
  const scripts = join(folder, "static/vendor/pyscript/");
  const core = readFileSync(join(scripts, readdirSync(scripts).find((name) => /^core-.*\.js$/.test(name))), "utf8");
  const text = '"(?:[^"\\\\]|\\\\.)*"';
  const [modules] = new RegExp(`\\{"__init__\\.py":${text}(?:,"\\w+\\.py":${text})*\\}`).exec(core);
  return Object.entries(JSON.parse(modules)).map(([file, source]) => {
    const name = `pyscript.${file.replace(/\.py$/, "")}`.replace(/\.__init__$/, "");
    return [name, `${HOME}/pyscript/${file}`, source];
  });
};

/** Start the site's own Python, its files put where PyScript puts them. */
export const load = async (folder, files, options = {}) => {
  const runtime = join(folder, "static/vendor/pyodide/");
  const { loadPyodide } = await import(join(runtime, "pyodide.mjs"));
  const python = await loadPyodide({ indexURL: runtime, ...options });
  for (const { place, bytes } of files) {
    python.FS.mkdirTree(`${HOME}/${dirname(place)}`);
    python.FS.writeFile(`${HOME}/${place}`, bytes);
  }
  return python;
};

/** Run a tool. Only the message of what goes wrong: node would print Pyodide's one line of 250 kB before it. */
export const run = async (tool, main) => {
  try {
    process.exitCode = (await main(...process.argv.slice(2))) ?? 0;
  } catch (error) {
    console.error(`${tool}: ${error.message}`);
    process.exitCode = 1;
  }
};
