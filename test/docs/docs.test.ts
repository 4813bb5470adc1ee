// Every code block of the documentation is checked by what it is for.
import { spawnSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'rolldown/utils'
import { describe, expect, test } from 'vitest'
import { parse as parseYaml } from 'yaml'
import * as zod from 'zod'
import * as api from '../../src/api/index.ts'
import { loadCommands } from '../../src/cli/commands.ts'
import * as client from '../../src/client/index.ts'
import * as host from '../../src/host/index.ts'
import * as protocol from '../../src/protocol/index.ts'
import { parseFlags } from '../../src/simulator/agent/options/parse.ts'
import { DEFAULT_VERSION, profileOf } from '../../src/simulator/agent/version.ts'
import * as simulator from '../../src/simulator/index.ts'
import * as state from '../../src/state/index.ts'
import * as testing from '../../src/testing/index.ts'
import { type Block, blocksIn, commandsIn } from './blocks.ts'
import { brokenLinks } from './links.ts'

/** `as string`: its types would bring those of React, see tsconfig.json. */
const [bindings, react, reactDom]: object[] = await Promise.all(
  ['../../src/react/index.ts', 'react', 'react-dom/client'].map((name) => import(name)),
)
const COMMANDS = await loadCommands()
const root = fileURLToPath(new URL('../..', import.meta.url))
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { scripts: object }
const modules: Readonly<Record<string, object>> = {
  fairlead: client,
  'fairlead/protocol': protocol,
  'fairlead/state': state,
  'fairlead/api': api,
  'fairlead/react': bindings ?? {},
  react: react ?? {},
  'react-dom/client': reactDom ?? {},
  'fairlead/host': host,
  'fairlead/simulator': simulator,
  'fairlead/testing': testing,
  zod,
}

/** Throws if a command of Fairlead would refuse it. */
function checkCommand([name = '', ...args]: readonly string[]): void {
  if (name === 'npx') checkCommand(args)
  if (name === 'npm') checkNpm(args)
  if (name === 'fairlead-sim') parseFlags(args, profileOf(DEFAULT_VERSION))
  if (name !== 'fairlead' || args[0]?.startsWith('-')) return
  const command = COMMANDS[args[0] ?? '']
  if (command === undefined) throw new Error(`there is no command "${args[0]}"`)
  command.check(args.slice(1))
}

function checkNpm([verb = '', ...args]: readonly string[]): void {
  const script = verb === 'run' ? args.shift() : ['start', 'test'].includes(verb) ? verb : undefined
  if (script !== undefined && !(script in scripts)) throw new Error(`there is no script "${script}"`)
  const passed = args.indexOf('--')
  if (verb === 'start' && passed !== -1) checkCommand(['fairlead', ...args.slice(passed + 1)])
}

function checkJavaScript(text: string): void {
  const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '--check'], {
    encoding: 'utf8',
    input: text,
  })
  if (status !== 0) throw new Error(stderr)
  checkImports(text)
}

function checkJsx(text: string): void {
  const [problem] = parseSync('block.jsx', text).errors
  if (problem) throw new Error(problem.message)
  checkImports(text)
}

function checkImports(text: string): void {
  for (const [, names = '', from = ''] of text.matchAll(/import \{([^}]*)\} from '([^']*)'/g)) {
    if (from.startsWith('node:')) continue
    const known = modules[from]
    if (known === undefined) throw new Error(`there is no module "${from}"`)
    for (const name of names.split(',').map((it) => it.trim()))
      if (!(name in known)) throw new Error(`${from} has no "${name}"`)
  }
}

/** A scenario, or a list of steps. */
function checkScenarioBlock({ language, kind, text }: Block): void {
  if (kind === 'scenario') simulator.parseScenario(text, `block.${language}`)
  if (kind === 'steps') simulator.checkScenario({ scripts: [], otherwise: parseYaml(text) })
}

const checks: Readonly<Record<string, (block: Block) => void>> = {
  sh: ({ text }) => {
    for (const command of commandsIn(text)) checkCommand(command)
  },
  js: ({ text }) => checkJavaScript(text),
  jsx: ({ text }) => checkJsx(text),
  json: (block) => {
    JSON.parse(block.text)
    checkScenarioBlock(block)
  },
  yaml: (block) => {
    parseYaml(block.text)
    checkScenarioBlock(block)
  },
  text: () => {},
}

const markdownIn = (folder: string, recursive = false): string[] =>
  readdirSync(join(root, folder), { encoding: 'utf8', recursive })
    .filter((name) => name.endsWith('.md'))
    .map((name) => join(folder, name))
const documents = [...markdownIn('.'), ...markdownIn('bench'), ...markdownIn('docs', true)].filter(
  (file) => !file.startsWith(join('docs', 'site')),
)
/** Their blocks show declarations, or lines of the protocol. */
const OTHER_BLOCKS = /^(docs\/api\/.*|ARCHITECTURE\.md|SPEC\.md)$/

describe.each(documents)('%s', (file) => {
  const markdown = readFileSync(join(root, file), 'utf8')

  const blocks = OTHER_BLOCKS.test(file) ? [] : blocksIn(markdown)

  test.each(blocks.map((block) => [block.line, block] as const))(
    'the block in line %i holds what it says',
    (_, block) => {
      expect(Object.keys(checks)).toContain(block.language)
      expect(['', 'scenario', 'steps']).toContain(block.kind)
      checks[block.language]?.(block)
    },
  )

  test('its links lead somewhere', () => {
    expect(brokenLinks(join(root, file))).toEqual([])
  })
})

describe('the guide', () => {
  const pages = markdownIn('docs/guide').map((file) => ({
    file,
    text: readFileSync(join(root, file), 'utf8'),
  }))
  const page = (name: string) => pages.find(({ file }) => file.endsWith(`/${name}`))?.text ?? ''

  test('lists each of its pages', () => {
    for (const { file } of pages.filter((it) => !it.file.endsWith('index.md')))
      expect(page('index.md')).toContain(`](${basename(file)})`)
  })

  test('has one title and one place for each page', () => {
    for (const { file, text } of pages) expect(text, file).toMatch(/^---\norder: \d+\n---\n# .+\n/)
    const places = pages.map(({ text }) => /^order: (\d+)$/m.exec(text)?.[1])
    expect(new Set(places).size).toBe(pages.length)
  })

  test.each([
    ['error code', join('src', 'protocol', 'errors.ts'), /^ {2}\| '([\w-]+)'$/gm],
    ['failure kind', join('src', 'state', 'turns', 'failure.ts'), /^ {2}\| '([\w-]+)'$/gm],
    ['warning', join('src', 'client', 'session-options.ts'), /^ {4}\| '([\w-]+)'$/gm],
  ])('has every %s', (_, source, pattern) => {
    const names = [...readFileSync(join(root, source), 'utf8').matchAll(pattern)].map(([, name]) => name)
    expect(names.length).toBeGreaterThan(5)
    for (const name of names) expect(page('errors.md')).toContain(`\`${name}\``)
  })
})

describe('what is wrong in a block is found', () => {
  const block = (language: string, text: string, kind = ''): Block => ({ language, kind, text, line: 1 })
  test.each<[string, Block]>([
    ["'--scenrio'", block('sh', 'fairlead run --scenrio x.json go')],
    ['no command "rum"', block('sh', 'X=1 npx fairlead rum "go" > out.txt')],
    ["'here' is an unexpected argument", block('sh', 'cd x && fairlead doctor here')],
    ["unknown option '--sim-senario'", block('sh', 'cat x | fairlead-sim -p --sim-senario x')],
    ['no script "tset"', block('sh', 'npm run tset')],
    ["'--loud'", block('sh', 'npm start -- run --loud # quietly')],
    ['SyntaxError', block('js', 'const = 7')],
    ['fairlead has no "openSesion"', block('js', "import { openSesion } from 'fairlead'")],
    ['no module "fairlead/sim"', block('js', "import { startModel } from 'fairlead/sim'")],
    ['Unexpected token', block('jsx', 'const a = <p')],
    ['fairlead/react has no "useSesion"', block('jsx', "import { useSesion } from 'fairlead/react'")],
    ['scripts: must be an array', block('yaml', 'scripts: 7', 'scenario')],
    ['otherwise[0]: must have one of', block('yaml', '- txt: a', 'steps')],
    ['scripts: must be an array', block('json', '{}', 'scenario')],
    ['JSON', block('json', '{')],
  ])('%s', (problem, wrong) => {
    expect(() => checks[wrong.language]?.(wrong)).toThrow(problem)
  })
})
