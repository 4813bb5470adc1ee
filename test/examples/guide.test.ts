/** Every JavaScript block of the guide, run as it stands in a folder of its own, with the simulator as its `claude`. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
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
symlinkSync(root, join(home, 'node_modules/fairlead'))
symlinkSync(join(root, 'node_modules/zod'), join(home, 'node_modules/zod'))

const env = {
  PATH: process.env.PATH,
  HOME: home,
  CLAUDE_CONFIG_DIR: join(home, '.claude'),
  CLAUDE_BIN: join(root, 'dist/simulator/agent/main.js'),
  FAIRLEAD_SIM_SPEED: '0',
  FAIRLEAD_SIM_SCENARIO: fileURLToPath(new URL('guide.yaml', import.meta.url)),
}
const run = promisify(execFile)
const blocks = blocksIn(readFileSync(join(root, 'docs/guide.md'), 'utf8')).filter(
  ({ language }) => language === 'js',
)

/** What a block prints, by a word of its text. */
const PRINTS: readonly (readonly [string, RegExp])[] = [
  ['What is in this folder', /^success Hello\.$/m],
  ['Which language', /^TypeScript 12 /m],
  ['askAll', /^Hello\.\nHello\.$/m],
  ['toolServer', /^There are 12\.$/m],
]

test.each(blocks.map((block) => [block.line, block.text] as const))(
  'the block in line %i runs and ends',
  async (line, text) => {
    const file = join(home, `block-${line}.mjs`)
    writeFileSync(file, text)
    const { stdout } = await run(process.execPath, [file], { cwd: home, env })
    for (const [word, printed] of PRINTS) if (text.includes(word)) expect(stdout).toMatch(printed)
  },
)

test('the expectations are of blocks that are there', () => {
  for (const [word] of PRINTS)
    expect(
      blocks.some(({ text }) => text.includes(word)),
      word,
    ).toBe(true)
})
