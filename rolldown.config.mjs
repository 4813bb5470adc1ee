// @ts-check
// Bundles `src` into the JavaScript of `dist`; `tsc` adds the declarations. Names stay, so that stack traces can be read.
//
// All chunks lie in `dist/chunks`: code that looks for files of the package counts on two folders (`src/process/package-files.ts`).
import { builtinModules } from 'node:module'
import { defineConfig } from 'rolldown'

/** Packages that are not installed with this one: the highlighter of `attach`. */
const BUNDLED = /^(lowlight|highlight\.js|devlop)(\/|$)/
const isExternal = (/** @type {string} */ id) =>
  builtinModules.includes(id) || (/^[^./]/.test(id) && !BUNDLED.test(id))
/** @type {import('rolldown').InputOptions} */
const INPUT = { platform: 'node', external: isExternal }
/** @type {import('rolldown').OutputOptions} */
const OUTPUT = {
  format: 'esm',
  sourcemap: true,
  sourcemapExcludeSources: true, // the package has them
  comments: false,
  // A source with a single character beyond Latin-1 takes twice the memory.
  charset: 'ascii',
  chunkFileNames: 'chunks/[name]-[hash].js',
}

const entries = (/** @type {string[]} */ ...names) =>
  Object.fromEntries(names.map((name) => [name, `src/${name}.ts`]))

export default defineConfig([
  // What programs import: one copy of each module, however many of the entries a program uses.
  {
    ...INPUT,
    input: entries(
      'client/index',
      'protocol/index',
      'simulator/index',
      'testing/index',
      'state/index',
      'api/index',
      'react/index',
      'host/index',
    ),
    output: {
      ...OUTPUT,
      codeSplitting: {
        groups: [
          // For pages that list sessions, or read states, and get the fold later: beside other code these would bring all of it.
          {
            name: 'basics',
            test: /src\/protocol\/(errors|json|nearest|option-names|version)\.ts$/,
            priority: 1,
          },
          {
            name: 'transcript',
            test: /src\/state\/(cumulative-figures|usage-totals|transcript\/(message-fields|partial-input|run-time|transcript))\.ts$/,
          },
          // All other entries need most of the protocol: in one file it loads faster.
          { name: 'protocol', test: /src\/protocol\// },
        ],
      },
    },
  },
  // The command, with the programs that it starts and the rules that `scripts/versions.mjs` reads. Each command is a chunk.
  {
    ...INPUT,
    input: entries('cli/main', 'conformance/index', 'recorder/agent/main', 'recorder/proxy/main'),
    output: {
      ...OUTPUT,
      codeSplitting: {
        groups: [
          // By itself: it must be there when nothing more can be loaded.
          { name: 'system-trouble', test: /system-trouble\.ts$/, priority: 1 },
          // Before the store: the help needs the errors, and not the store.
          { name: 'dispatch', test: /src\/cli\/dispatch\.ts$/ },
          // Tests change it from outside.
          { name: 'store', test: /src\/host\/journal\/sqlite\/sqlite-store\.ts$/ },
          { name: 'host-link', test: /src\/cli\/(host\/connect|sessions\/(resolve-session|rows))\.ts$/ },
        ],
      },
    },
  },
  // The simulator starts as often as a CLI does: one file.
  {
    ...INPUT,
    input: entries('simulator/agent/main'),
    output: { ...OUTPUT, codeSplitting: false },
  },
])
