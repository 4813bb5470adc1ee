// Which layer may import what, the pure functions that check it, and the same table as ARCHITECTURE.md has it.

/**
 * `layers`: other layers, or folders and files of them (`client/transcripts`, `process/package-files.ts`).
 * `outside`: packages, by name; `node:` stands for every module of Node.
 */
interface Rule {
  readonly layers: readonly string[]
  readonly outside: readonly string[]
}

const lower: Readonly<Record<string, Rule>> = {
  protocol: { layers: [], outside: [] },
  shell: { layers: [], outside: ['unbash'] },
  state: { layers: ['protocol'], outside: [] },
  api: { layers: ['protocol', 'state'], outside: ['zod'] },
  react: { layers: ['api', 'state'], outside: ['react'] },
  process: { layers: ['protocol'], outside: ['node:'] },
  driver: { layers: ['protocol', 'state'], outside: [] },
  client: { layers: ['driver', 'process', 'protocol', 'state'], outside: ['node:'] },
  // Never client or state: it must not share their mistakes. Where the files of the package are is none of them.
  simulator: { layers: ['protocol', 'process/package-files.ts'], outside: ['node:'] },
  testing: { layers: ['client', 'simulator', 'state', 'protocol'], outside: ['node:'] },
  // Its `agent` imports protocol and the format only: it is a CLI, as the simulator is.
  recorder: { layers: ['protocol', 'state', 'process'], outside: ['node:'] },
  conformance: { layers: ['protocol', 'process', 'simulator'], outside: ['node:'] },
  host: {
    layers: ['driver', 'process', 'api', 'state', 'protocol', 'shell', 'client/transcripts'],
    outside: ['node:', 'hono', '@hono/node-server', 'ws', 'pino', 'zod'],
  },
  fleet: {
    layers: ['api', 'host', 'state', 'protocol'],
    outside: ['node:', 'zod', '@nats-io/transport-node', '@nats-io/jetstream', '@nats-io/kv', '@nats-io/obj'],
  },
}

export const rules: Readonly<Record<string, Rule>> = {
  ...lower,
  web: {
    layers: ['react', 'api', 'state', 'protocol', 'shell'],
    outside: ['react', 'react-dom', '@base-ui/react', 'lucide-react', 'marked', 'virtua', 'lowlight', 'diff'],
  },
  cli: { layers: Object.keys(lower), outside: ['node:'] },
}

/** A single file that may import a package that its layer may not. */
export const exceptions: Readonly<Record<string, readonly string[]>> = {
  'src/api/runtime.ts': ['ws'],
  'src/host/journal/sqlite/libsql.ts': ['libsql'],
  'src/simulator/scenario-yaml.ts': ['yaml'],
  'src/cli/host/live.ts': ['ws'],
  'src/cli/terminal/cells.ts': ['string-width'],
  'src/cli/terminal/markdown/lex.ts': ['marked'],
  'src/cli/terminal/diff.ts': ['diff'],
  'src/cli/terminal/qr.ts': ['uqr'],
  'src/cli/terminal/highlight.ts': ['lowlight', 'highlight.js'],
  'src/web/markdown/math/tree.ts': ['katex'],
  'src/web/palette/palette.tsx': ['cmdk'],
  'src/web/phone/qr-code.tsx': ['uqr'],
}

/** Files that a layer still imports although its rule forbids it. None is to be added. */
export const leftToMove: Readonly<Record<string, readonly string[]>> = {
  // The compiler compares the options of the API with those of the library.
  host: ['src/client/session-options.ts'],
}

/** Tests run on Node, whatever layer they test, and may import helpers under `test/`. */
const forTests = ['vitest', 'fast-check', 'node:']

/** Every module that the source imports: `import`, `export ... from`, `import()`, also of types, `require()`. */
export function importsOf(source: string): string[] {
  const clause = String.raw`(?:[\w\s{},*$]|\/\/.*\n|\/\*[^]*?\*\/)*?`
  const statement = new RegExp(
    String.raw`^[ \t]*(?:import|export)\b(?:${clause}\bfrom)?\s*(['"])(.+?)\1`,
    'gm',
  )
  const call = /\b(?:import|require|createRequire\s*\([^)]*\))\s*\(\s*(['"`])(.+?)\1/g
  return [...source.matchAll(statement), ...source.matchAll(call)].map((match) => match[2] ?? '')
}

/** What is wrong with `file` (`src/layer/...`) importing `specifier`, or undefined. */
export function violation(file: string, specifier: string): string | undefined {
  const [, layer = ''] = file.match(/^src\/([^/]+)\//) ?? []
  const rule = rules[layer]
  if (rule === undefined) return `${file}: is in no layer that the table knows`
  const isTest = file.endsWith('.test.ts')
  const wrong = `${file}: ${isTest ? `a test of ${layer}` : layer} may not import ${specifier}`

  if (!specifier.startsWith('.')) {
    const allowed = [...rule.outside, ...(exceptions[file] ?? []), ...(isTest ? forTests : [])]
    const fits = (name: string) =>
      name.endsWith(':') ? specifier.startsWith(name) : `${specifier}/`.startsWith(`${name}/`)
    return allowed.some(fits) ? undefined : wrong
  }
  const target = targetOf(file, specifier)
  if (target.endsWith('.test.ts')) return wrong
  if (target.startsWith('test/')) return isTest ? undefined : wrong
  if (leftToMove[layer]?.includes(target)) return undefined
  const isAllowed = (it: string) => target === `src/${it}` || target.startsWith(`src/${it}/`)
  return [layer, ...rule.layers].some(isAllowed) ? undefined : wrong
}

/** The file that a relative import of `file` names. */
export function targetOf(file: string, specifier: string): string {
  return new URL(specifier, `file:///${file}`).pathname.slice(1)
}

/** A row of the table in ARCHITECTURE.md. */
export interface Row extends Rule {
  readonly layer: string
  /** In files of their own: `exceptions`. */
  readonly inOneFile: readonly string[]
}

/** The rows of the table of layers in the text of ARCHITECTURE.md. */
export function rowsIn(markdown: string): Row[] {
  const [, table = ''] = markdown.split(/^\| folder \|.*\n\|[-|]+\|\n/m)
  const lines = table
    .slice(0, table.search(/^(?!\|)/m))
    .trim()
    .split('\n')
  const rows = lines.map((line) => line.split('|').map((cell) => cell.trim()))
  const all = rows.map(([, layer = '']) => named(layer)[0] ?? '')
  return rows.map(([, , , layers = '', outside = ''], i) => {
    const layer = all[i] ?? ''
    const [, left] = /^anything but (\w+)$/.exec(layers) ?? []
    const [everywhere = '', inOneFile = ''] = outside.split(';')
    return {
      layer,
      layers:
        left === undefined
          ? layers.split(', ').filter(isGiven)
          : all.filter((it) => ![layer, left].includes(it)),
      outside: [...(/\bNode\b/.test(everywhere) ? ['node:'] : []), ...named(everywhere)],
      inOneFile: named(inOneFile),
    }
  })
}

const isGiven = (word: string) => word !== 'nothing'

/** What stands in backticks. */
function named(cell: string): string[] {
  return [...cell.matchAll(/`([^`]+)`/g)].map((match) => match[1] ?? '')
}
