import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { greeting, help } from './texts.ts'

export interface Output {
  out: (text: string) => void
  err: (text: string) => void
}

/** Runs the command with these arguments and returns its exit code: 0, or 2 when it was called wrongly. */
export function run(args: string[], { out, err }: Output): number {
  let options: ReturnType<typeof parse>['values']
  try {
    const { values, positionals } = parse(args)
    if (positionals[0] !== undefined) throw new Error(`Unknown command '${positionals[0]}'`)
    options = values
  } catch (error) {
    err(`fairlead: ${reason(error)}. See \`fairlead --help\`.\n`)
    return 2
  }
  if (options.help) out(help)
  else if (options.version) out(`${version()}\n`)
  else out(greeting(version()))
  return 0
}

function parse(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      version: { type: 'boolean', short: 'v' },
    },
  })
}

/** The first sentence of the message: what follows in those of `parseArgs` is advice on `--` that does not apply here. */
function reason(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.replace(/\.(\s.*)?$/s, '')
}

/** Two folders up from here is the package, both in `src` and in `dist`. */
function version(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
