import { expect, test } from 'vitest'
import { remoteKey } from './remote-key.ts'

test.each([
  'git@Example.org:me/app.git',
  'example.org:me/app',
  'https://example.org/me/app.git',
  'https://me:secret@example.org/me/app/',
  'http://example.org:80/me/app.git',
  'ssh://git@example.org:22/me/app.git',
  'git://example.org:9418/me/app',
])('%s is one place', (remote) => {
  expect(remoteKey(remote)).toBe('example.org/me/app')
})

test.each([
  ['ssh://git@example.org:2222/me/app.git', 'example.org:2222/me/app'],
  ['https://example.org/me/other', 'example.org/me/other'],
  ['https://example.org/Me/App', 'example.org/Me/App'],
])('%s is another place', (remote, key) => {
  expect(remoteKey(remote)).toBe(key)
})

test.each([
  '/srv/app.git',
  '../app',
  './app:x/y',
  'C:\\app',
  'C:/app',
  'file:///srv/app.git',
  'https://example.org/',
  'ext::sh -c x',
  '',
])('%s says nothing on other machines', (remote) => {
  expect(remoteKey(remote)).toBeUndefined()
})
