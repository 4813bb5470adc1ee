/** Every JavaScript block of the guide, run as it stands in a folder of its own, with the simulator as its `claude`. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, expect, test } from 'vitest'
import { blocksIn } from '../docs/blocks.ts'
import { clear, guard } from '../process/leftovers.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const home = mkdtempSync(join(tmpdir(), 'fairlead-guide-'))
guard(home)
afterAll(() => clear(home))
mkdirSync(join(home, 'node_modules'))
for (const [name, target] of [
  ['fairlead', root],
  ['zod', join(root, 'node_modules/zod')],
  ['react', join(root, 'node_modules/react')],
  ['react-dom', join(root, 'node_modules/react-dom')],
  ['@types', join(root, 'node_modules/@types')],
] as const)
  symlinkSync(target, join(home, 'node_modules', name))

const run = promisify(execFile)
const guide = join(root, 'docs/guide')
const blocks = readdirSync(guide)
  .filter((page) => page.endsWith('.md'))
  .flatMap((page) =>
    blocksIn(readFileSync(join(guide, page), 'utf8'))
      .filter(({ language }) => language === 'js')
      .map(({ line, text }) => ({ name: `${page}:${line}`, text })),
  )

/** Of every document, also those of React. */
const typed = [
  'README.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' }).map((it) => join('docs', it)),
]
  .filter((path) => path.endsWith('.md') && !path.startsWith(join('docs', 'api')))
  .flatMap((path) =>
    blocksIn(readFileSync(join(root, path), 'utf8'))
      .filter(({ language }) => language === 'js' || language === 'jsx')
      // What it holds has no type in JavaScript.
      .filter(({ text }) => !text.includes('useState()'))
      .map(({ line, language, text }) => ({
        name: `${path.replaceAll('/', '-')}-${line}.${language}`,
        text,
      })),
  )

/** What a block prints, by a word of its text. */
const PRINTS: readonly (readonly [word: string, printed: RegExp])[] = [
  ["openSession({ model: 'sonnet' })", /^success Hello\.$/m],
  ["await ask('What is", /^Hello\. 0\.\d+$/m],
  ['query({', /^success( 0\.\d+)?$/m],
  ["when: 'after-turn'", /^1\nsuccess success\n[\da-f-]{36} 0\.\d+$/m],
  ['onChange', /^\d+ \[/m],
  ['postToChat', /^tool Bash \{ command: 'make', description: 'Builds' \}\nI was not allowed to\.$/m],
  ['schema', /^TypeScript 12 /m],
  ['toolServer', /^There are 12\.$/m],
  ['about to run', /^about to run make[\s\S]*^stopped after I was not allowed to\.$/m],
  ['askAll', /^Hello\.\nHello\.$/m],
  // The simulator answers at once: its result can be on its way before the signal.
  ['SIGKILL', /^(ended\n)?true$/m],
  ['listApprovals', /^Bash true$/m],
  ['embedded', /^http:[\s\S]*^From my server /m],
  ['startModel', /^success$/m],
]

function runBlock(name: string, text: string): Promise<{ stdout: string; stderr: string }> {
  const folder = join(home, name)
  mkdirSync(folder)
  writeFileSync(join(folder, 'block.mjs'), text)
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    CLAUDE_CONFIG_DIR: join(folder, '.claude'),
    CLAUDE_BIN: join(root, 'dist/simulator/agent/main.js'),
    FAIRLEAD_SIM_SPEED: '0',
    FAIRLEAD_SIM_SCENARIO: fileURLToPath(new URL('guide.yaml', import.meta.url)),
  }
  return run(process.execPath, [join(folder, 'block.mjs')], { cwd: folder, env })
}

test.each(blocks)('$name runs and ends', async ({ name, text }) => {
  const { stdout } = await runBlock(name.replace('.md:', '-'), text)
  for (const [word, printed] of PRINTS) if (text.includes(word)) expect(stdout).toMatch(printed)
})

test('every block of the documents has the right types', async () => {
  const folder = join(home, 'types')
  mkdirSync(folder)
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  for (const { name, text } of typed) writeFileSync(join(folder, name), `${text}\nexport {}\n`)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const checks = [
    '--allowJs',
    '--checkJs',
    '--strict',
    'false',
    '--noEmit',
    '--skipLibCheck',
    '--jsx',
    'react-jsx',
  ]
  const modules = ['--module', 'nodenext', '--target', 'esnext', '--lib', 'esnext,dom,dom.iterable']
  const types = ['--types', 'node', '--typeRoots', join(root, 'node_modules/@types')]
  const names = typed.map(({ name }) => name)
  const { stdout } = await run(process.execPath, [tsc, ...checks, ...modules, ...types, ...names], {
    cwd: folder,
  }).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
  expect(names.length).toBeGreaterThan(20)
})

test('the expectations are of blocks that are there', () => {
  for (const [word] of PRINTS)
    expect(
      blocks.filter(({ text }) => text.includes(word)),
      word,
    ).not.toEqual([])
})
