import { expect, test } from 'vitest'
import { crumbs, folderPath, typedPath } from './paths.ts'

test('what is typed after the last slash is the beginning of a name', () => {
  expect(typedPath('/a/b')).toEqual({ folder: '/a', beginning: 'b' })
  expect(typedPath('/a/b/')).toEqual({ folder: '/a/b', beginning: '' })
  expect(typedPath('/a')).toEqual({ folder: '/', beginning: 'a' })
  expect(typedPath('a/b')).toEqual({ folder: undefined, beginning: 'a/b' })
})

test('a folder has no slash at its end, but for the root', () => {
  expect(['/a/b/', ' /a ', '/', '//'].map(folderPath)).toEqual(['/a/b', '/a', '/', '/'])
})

test('crumbs begin at the top folder that may be used', () => {
  expect(crumbs('/home/me/x/y', '/home/me').map(({ path }) => path)).toEqual([
    '/home/me',
    '/home/me/x',
    '/home/me/x/y',
  ])
  expect(crumbs('/a', '/').map(({ name }) => name)).toEqual(['/', 'a'])
  expect(crumbs('/elsewhere', '/home/me')).toEqual([{ name: '/elsewhere', path: '/elsewhere' }])
  expect(crumbs('/home/meadow', '/home/me')).toHaveLength(1)
})
