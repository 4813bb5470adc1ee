import { expect, test } from 'vitest'
import { systemFirst } from './system-first.ts'

test('folders of the system come before those of the user, all in their order', () => {
  const PATH = '/home/me/.local/bin:/usr/local/bin:/usr/bin:/bin:/opt/bin'
  expect(systemFirst({ PATH, A: '1' })).toEqual({
    PATH: '/usr/bin:/bin:/home/me/.local/bin:/usr/local/bin:/opt/bin',
    A: '1',
  })
})

test('what is not in PATH is not added', () => {
  expect(systemFirst({ PATH: '/nowhere' }).PATH).toBe('/nowhere')
  expect(systemFirst({}).PATH).toBe('')
})
