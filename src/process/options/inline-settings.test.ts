import { describe, expect, test } from 'vitest'
import { parseVersion } from '../version.ts'
import { buildArguments } from './arguments.ts'
import type { CliOptions } from './options.ts'

function build(options: CliOptions) {
  return buildArguments(options, parseVersion('2.1.325'), { env: {}, uid: 1000 })
}

function settingsOf(options: CliOptions): unknown {
  const token = build(options).args.find((arg) => arg.startsWith('--settings='))
  return token === undefined ? undefined : JSON.parse(token.slice('--settings='.length))
}

const asked = { useAutoModeDuringPlan: false }

describe('settings', () => {
  test.each([
    ['an object', { model: 'haiku' }],
    ['JSON text', ' {"model":"haiku"}'],
  ])('%s is completed for plan mode', (_, settings) => {
    expect(settingsOf({ settings, permissionMode: 'plan' })).toEqual({ model: 'haiku', ...asked })
  })

  test('the caller may decide about plan mode', () => {
    const settings = { useAutoModeDuringPlan: true }
    expect(settingsOf({ settings, permissionMode: 'plan' })).toEqual(settings)
  })

  test.each(['default', 'acceptEdits', 'dontAsk', 'plan', 'manual'] as const)(
    'the host is asked in plan mode also when the model enters it from %s',
    (permissionMode) => {
      expect(settingsOf({ permissionMode })).toEqual(asked)
    },
  )

  test.each(['auto', 'bypassPermissions'] as const)('a session in %s is left as it is', (permissionMode) => {
    expect(settingsOf({ permissionMode })).toBeUndefined()
    expect(settingsOf({ permissionMode, settings: { model: 'x' } })).toEqual({ model: 'x' })
  })

  test('R-FLAG-30 the sandbox is merged in', () => {
    const sandbox = { enabled: true, network: {} }
    expect(settingsOf({ sandbox })).toEqual({ sandbox, ...asked })
    const settings = { sandbox: { enabled: false, autoAllow: true }, model: 'x' }
    expect(settingsOf({ sandbox, settings: JSON.stringify(settings) })).toEqual({
      sandbox: { enabled: true, network: {}, autoAllow: true },
      model: 'x',
      ...asked,
    })
  })

  test('what is given is not changed', () => {
    const settings = { sandbox: { enabled: false } }
    build({ settings, sandbox: { enabled: true } })
    expect(settings).toEqual({ sandbox: { enabled: false } })
  })
})

describe('a settings file', () => {
  const settings = '/etc/settings.json'

  test('is passed on, and what could not be merged into it is told', () => {
    const { args, leftOut } = build({ settings })
    expect(args).toContain(`--settings=${settings}`)
    expect(leftOut).toEqual([
      {
        option: 'useAutoModeDuringPlan',
        flag: '--settings',
        reason: expect.stringMatching(/^it cannot be merged into the settings file \/etc\/settings.json/),
      },
    ])
    expect(build({ settings, permissionMode: 'auto' }).leftOut).toEqual([])
  })

  test('R-FLAG-30 does not go with a sandbox, nor with plan mode', () => {
    expect(() => build({ settings, sandbox: {} })).toThrow(/`sandbox` cannot be merged .* as an object/)
    expect(() => build({ settings, permissionMode: 'plan' })).toThrow(
      /cannot be merged into the settings file \/etc\/settings.json\. Give the settings as an object instead\./,
    )
  })
})
