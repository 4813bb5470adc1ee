// Which layer may import what, and the two pure functions that check it.

/** `outside`: packages, by name; `node:` stands for every module of Node. */
type Rule = { layers: string[]; outside: string[] }

export const rules: Record<string, Rule> = {
  protocol: { layers: [], outside: [] },
  shell: { layers: [], outside: ['unbash'] },
  state: { layers: ['protocol'], outside: [] },
  api: { layers: ['protocol', 'state'], outside: ['zod'] },
  process: { layers: ['protocol'], outside: ['node:'] },
  client: { layers: ['protocol', 'process', 'state'], outside: ['node:'] },
  // Never client or state: it must not share their mistakes.
  simulator: { layers: ['protocol'], outside: ['node:'] },
  host: {
    layers: ['protocol', 'shell', 'api', 'state', 'client', 'process'],
    outside: ['node:', 'hono', '@hono/node-server', 'ws', 'pino', 'zod'],
  },
  web: {
    layers: ['api', 'state', 'protocol', 'shell'],
    outside: ['react', 'react-dom', 'marked', 'virtua', 'lowlight', 'diff'],
  },
  // Its `agent` imports protocol and the format only: it is a CLI, as the simulator is.
  recorder: { layers: ['protocol', 'state', 'process'], outside: ['node:'] },
  conformance: { layers: ['protocol', 'process', 'simulator'], outside: ['node:'] },
  cli: {
    layers: [
      ...[
        'protocol',
        'shell',
        'state',
        'api',
        'process',
        'client',
        'simulator',
        'host',
        'conformance',
        'recorder',
      ],
    ],
    outside: ['node:'],
  },
}

/** A single file that may import more than its layer. */
const exceptions: Record<string, string[]> = {
  'src/host/journal/sqlite/libsql.ts': ['libsql'],
  'src/client/mcp-bridge.ts': ['@modelcontextprotocol/sdk'],
  'src/simulator/scenario-yaml.ts': ['yaml'],
  'src/cli/host/live.ts': ['ws'],
  'src/cli/attach/screen/cells.ts': ['string-width'],
}

/** Tests run on Node, whatever layer they test, and may import helpers under `test/`. */
const forTests = ['vitest', 'fast-check', 'node:']

/** Every module that the source imports: `import`, `export ... from`, `import()`, also of types. */
export function importsOf(source: string): string[] {
  const clause = String.raw`(?:[\w\s{},*$]|\/\/.*\n|\/\*[^]*?\*\/)*?`
  const statement = new RegExp(
    String.raw`^[ \t]*(?:import|export)\b(?:${clause}\bfrom)?\s*(['"])(.+?)\1`,
    'gm',
  )
  const call = /\b(?:import|require)\s*\(\s*(['"`])(.+?)\1/g
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
  const target = new URL(specifier, `file:///${file}`).pathname.slice(1)
  if (target.endsWith('.test.ts')) return wrong
  if (target.startsWith('test/')) return isTest ? undefined : wrong
  const [, targetLayer = ''] = target.match(/^src\/([^/]+)\//) ?? []
  return targetLayer === layer || rule.layers.includes(targetLayer) ? undefined : wrong
}
