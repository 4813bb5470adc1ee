import { expect, test, vi } from 'vitest'
import { Projects } from './projects.ts'

test('a stored project needs no git; an unknown folder is looked up once and is its own project until then', async () => {
  const checkout = vi.fn(async (cwd: string) => (cwd === '/trees/fix' ? '/code/shop' : undefined))
  const found: string[] = []
  const projects = new Projects({ checkout }, (cwd) => found.push(cwd))
  expect(projects.of({ cwd: '/trees/a', extra: { project: '/code/infra' } })).toEqual({
    path: '/code/infra',
    name: 'infra',
  })
  expect(checkout).not.toHaveBeenCalled()
  const row = { cwd: '/trees/fix', extra: {} }
  expect(projects.of(row)).toEqual({ path: '/trees/fix', name: 'fix' })
  projects.of(row)
  projects.of({ cwd: '/plain', extra: {} })
  await expect.poll(() => found).toEqual(['/trees/fix'])
  await expect.poll(() => checkout.mock.calls).toEqual([['/trees/fix'], ['/plain']])
  expect(projects.of(row)).toEqual({ path: '/code/shop', name: 'shop' })
  expect(projects.of({ cwd: '/plain', extra: {} })).toEqual({ path: '/plain', name: 'plain' })
})

test('a bare repository is named without its ending, and a failing git leaves the folder', async () => {
  const projects = new Projects({ checkout: () => Promise.reject(new Error('no git')) }, () => {})
  expect(projects.of({ cwd: '/', extra: { project: '/srv/shop.git' } }).name).toBe('shop')
  expect(projects.of({ cwd: '/', extra: {} })).toEqual({ path: '/', name: '/' })
})
