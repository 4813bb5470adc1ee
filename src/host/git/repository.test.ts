import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { findRepository, headOf } from './repository.ts'

const printing = (stdout: string) => async () => ({ code: 0, stdout, stderr: '', isCut: false })

test('a folder that goes away while git is asked is a reason, and no failure of the host', async () => {
  const places = '/nowhere\n/nowhere/.git\n/nowhere/.git\nsha1\n'
  expect(await findRepository(tmpdir(), printing(places))).toEqual({ reason: 'its folder is gone' })
})

test('what is no commit is not taken for one', async () => {
  expect(await headOf(printing(''))).toBeUndefined()
  expect(await headOf(printing(`${'a'.repeat(40)}\n`))).toBe('a'.repeat(40))
})
