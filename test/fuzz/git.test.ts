import { tmpdir } from 'node:os'
import { expect } from 'vitest'
import { changesSchema } from '../../src/api/resources.ts'
import { changesIn } from '../../src/host/git/changes.ts'
import { GitError } from '../../src/host/git/error.ts'
import { checkVersion } from '../../src/host/git/program.ts'
import { findRepository, headOf } from '../../src/host/git/repository.ts'
import type { Answer } from '../../src/host/git/run.ts'
import fc from '../generate/fast-check.ts'
import { mutatedText } from '../generate/mutate.ts'
import { fuzz } from './fuzz.ts'

const cwd = tmpdir()
const BASE = 'a'.repeat(40)
const said = (...texts: string[]) => mutatedText(fc.constantFrom(...texts))
const outputs = {
  places: said(
    `${cwd}\n${cwd}/.git\n${cwd}/.git\nsha1\n`,
    '/nowhere\n/nowhere/.git\n/nowhere/.git\nsha256\n',
    '',
  ),
  settings: said('local\0core.filemode\ntrue\0global\0core.excludesfile\n/x\0local\0core.bare\0', 'local\0'),
  head: said(`${BASE}\n`, ''),
  others: said('new.txt\0sub/\0a/b c.txt\0', '\0\0', ''),
  raw: said(`:100644 100644 ${BASE} ${BASE} M\0a.txt\0:000000 100644 ${BASE} ${BASE} A\0new.txt\0`, ''),
  numstat: said('1\t2\ta.txt\0-\t-\tnew.txt\0', '99999999999999999999\t1\tb\0', ''),
  patch: said('diff --git a/a.txt b/a.txt\n@@ -1 +1 @@\n-a\n+b\n', ''),
  attributes: said('a.txt\0filter\0lfs\0new.txt\0filter\0unspecified\0', ''),
  version: said('git version 2.43.0', 'git version 2.43.0.windows.1', 'git version 99999999999999999999.1'),
}
const answers = fc.record({ ...outputs, code: fc.constantFrom(0, 0, 0, 0, 1, 128), isCut: fc.boolean() })

function outputFor(args: readonly string[], given: { [K in keyof typeof outputs]: string }): string {
  if (args.includes('--show-toplevel')) return given.places
  if (args.includes('config')) return given.settings
  if (args.includes('ls-files')) return given.others
  if (args.includes('--raw')) return given.raw
  if (args.includes('--numstat')) return given.numstat
  if (args.includes('--patch')) return given.patch
  if (args.includes('check-attr')) return given.attributes
  return args.includes('HEAD') ? given.head : ''
}

fuzz(
  'git: whatever it prints, the answer is well formed, or a failure of git',
  answers,
  async ({ code, isCut, version, ...given }) => {
    const run = async (args: readonly string[]): Promise<Answer> => ({
      code,
      stdout: outputFor(args, { ...given, version }),
      stderr: code === 0 ? '' : given.patch,
      isCut,
    })
    const attempts = [
      async () => {
        const found = await findRepository(cwd, run)
        if ('repository' in found) expect(found.repository.top).not.toBe('')
      },
      async () => expect((await headOf(run)) ?? BASE).toMatch(/^[0-9a-f]{40,64}$/),
      async () => changesSchema.parse(await changesIn(run, { cwd, base: BASE, top: cwd })),
      async () => checkVersion(version),
    ]
    for (const attempt of attempts) {
      try {
        await attempt()
      } catch (error) {
        if (!(error instanceof GitError)) throw error
      }
    }
  },
  { runs: 80 },
)
