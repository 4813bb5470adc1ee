import { expect, test, vi } from 'vitest'
import { Branches } from './branches.ts'

test('git is asked once per folder, and again only when something has happened there', async () => {
  let now = 'main'
  const branch = vi.fn(async (cwd: string) => (cwd === '/plain' ? undefined : now))
  const changed: string[] = []
  const branches = new Branches({ branch }, (cwd) => changed.push(cwd))
  branches.look('/never-listed')
  expect(branches.of('/shop')).toBeUndefined()
  branches.of('/shop')
  branches.of('/plain')
  await expect.poll(() => branch.mock.calls).toEqual([['/shop'], ['/plain']])
  await expect.poll(() => changed).toEqual(['/shop'])
  expect(branches.of('/shop')).toBe('main')
  now = 'fix'
  branches.look('/shop')
  branches.look('/shop')
  await expect.poll(() => branches.of('/shop')).toBe('fix')
  branches.look('/shop')
  await expect.poll(() => branch).toHaveBeenCalledTimes(4)
  expect(changed).toEqual(['/shop', '/shop'])
})
