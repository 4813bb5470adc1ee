import { describe, expect, test } from 'vitest'
import { grantsIn, grantsOfAnswer, grantsOfRequest } from './grants.ts'

const paths = (value: unknown) => grantsIn(value).map(({ path }) => path)

describe('folders are found wherever they are given', () => {
  test.each([
    [{ additionalDirectories: ['/a', '/b'] }, ['/a', '/b']],
    [{ additionalDirectories: '/a' }, ['/a']],
    [{ addDirs: ['/a'] }, ['/a']],
    [{ extraArgs: { 'add-dir': '/a' } }, ['/a']],
    [{ projectConfigRoot: '/a' }, ['/a']],
    [{ settings: { permissions: { additionalDirectories: ['/a'] } } }, ['/a']],
    [{ settings: '{"permissions":{"additionalDirectories":["/a"]}}' }, ['/a']],
    [{ managedSettings: ' {"permissions":{"additionalDirectories":["/a"]}}' }, ['/a']],
    [{ settings: { plansDirectory: '/a', autoMemoryDirectory: '/b' } }, ['/a', '/b']],
    [{ agents: { reviewer: { settings: { permissions: { additionalDirectories: ['/a'] } } } } }, ['/a']],
    [[{ type: 'addDirectories', directories: ['/a'], destination: 'session' }], ['/a']],
  ])('%j', (value, found) => {
    expect(paths(value)).toEqual(found)
  })

  test('with the place where they stand', () => {
    expect(grantsIn({ settings: { permissions: { additionalDirectories: ['/a'] } } })).toEqual([
      { name: 'settings.permissions.additionalDirectories', path: '/a' },
    ])
  })

  test.each([
    ['apply_flag_settings', { settings: { permissions: { additionalDirectories: ['/a'] } } }],
    [
      'update_settings',
      { source: 'localSettings', settings: { permissions: { additionalDirectories: ['/a'] } } },
    ],
    ['set_cwd', { path: '/a' }],
    ['register_repo_root', { directory: '/a' }],
    ['a_request_of_tomorrow', { deep: [{ directories: ['/a'] }] }],
  ])('in the request %s', (subtype, fields) => {
    expect(grantsOfRequest(subtype, fields).map(({ path }) => path)).toEqual(['/a'])
  })

  test('in what an answer wants remembered, by its position too', () => {
    const add = { type: 'addDirectories', directories: ['/a'], destination: 'session' }
    const request = { permission_suggestions: [{ type: 'setMode', mode: 'plan' }, add] }
    expect(grantsOfAnswer(request, [1])).toMatchObject([{ path: '/a' }])
    expect(grantsOfAnswer(request, [0])).toEqual([])
    expect(grantsOfAnswer(request, [add])).toMatchObject([{ path: '/a' }])
    expect(grantsOfAnswer(undefined, [7])).toEqual([])
  })
})

test.each([
  { systemPrompt: 'additionalDirectories: /a' },
  { jsonSchema: { properties: { directory: { type: 'string', default: '/a' } } } },
  { mcpServers: { files: { command: 'x', env: { DATA_DIRECTORY: '/a' } } } },
  { settings: { env: { SOME_DIRECTORY: '/a' } } },
  { type: 'removeDirectories', directories: ['/a'] },
  { settings: 'settings.json' },
  { model: 'opus' },
  undefined,
])('others give none: %j', (value) => {
  expect(grantsIn(value)).toEqual([])
})
