import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { DEFAULT_PORT, dataFolder, hostPort, type Surroundings } from './data-folder.ts'

describe('the data folder', () => {
  test.each<[Surroundings, string]>([
    [{ platform: 'linux' }, '/home/me/.local/share/fairlead'],
    [{ platform: 'linux', env: { XDG_DATA_HOME: '/data' } }, '/data/fairlead'],
    [{ platform: 'linux', env: { XDG_DATA_HOME: 'data' } }, '/home/me/.local/share/fairlead'],
    [{ platform: 'linux', env: { XDG_DATA_HOME: '' } }, '/home/me/.local/share/fairlead'],
    [
      { platform: 'darwin', env: { XDG_DATA_HOME: '/data' } },
      '/home/me/Library/Application Support/fairlead',
    ],
    [{ platform: 'win32' }, '/home/me/AppData/Local/fairlead'],
    [{ platform: 'win32', env: { LOCALAPPDATA: '/local' } }, '/local/fairlead'],
    [{ platform: 'linux', env: { FAIRLEAD_HOME: '/mine', XDG_DATA_HOME: '/data' } }, '/mine'],
    [{ platform: 'darwin', env: { FAIRLEAD_HOME: 'mine' } }, resolve('mine')],
  ])('%j: %s', (surroundings, folder) => {
    expect(dataFolder({ env: {}, home: '/home/me', ...surroundings })).toBe(folder)
  })

  test('the home is that of the environment', () => {
    expect(dataFolder({ env: { HOME: '/else' }, platform: 'linux' })).toBe('/else/.local/share/fairlead')
  })
})

test.each([
  [{}, DEFAULT_PORT],
  [{ FAIRLEAD_PORT: '' }, DEFAULT_PORT],
  [{ FAIRLEAD_PORT: '8080' }, 8080],
  [{ FAIRLEAD_PORT: '0' }, undefined],
  [{ FAIRLEAD_PORT: '70000' }, undefined],
  [{ FAIRLEAD_PORT: '80x' }, undefined],
])('the port with %j is %s', (env, port) => {
  expect(hostPort(env)).toBe(port)
})
