/** `roots`: whichever way a client takes, a session gets no folder outside of them. */
import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { toArray } from '../../src/state/list.ts'
import { type DaemonStage, daemonStage } from './daemon-stage.ts'
import { hostStage } from './stage.ts'
import { isIdle } from './waiting.ts'

let stage: DaemonStage
let outside: string
beforeAll(async () => {
  outside = realpathSync(mkdtempSync(join(tmpdir(), 'fairlead-outside-')))
  stage = await daemonStage()
  symlinkSync(outside, join(stage.cwd, 'link'))
  mkdirSync(join(stage.cwd, 'inside'))
})
afterAll(async () => {
  await stage.close()
  rmSync(outside, { recursive: true, force: true })
})

const permissions = (...folders: string[]) => ({ permissions: { additionalDirectories: folders } })
const create = (options: object) => stage.api.call('createSession', { body: { cwd: stage.cwd, options } })

describe('a new session is refused', () => {
  test.each<[string, () => object]>([
    ['additionalDirectories', () => ({ additionalDirectories: [outside] })],
    ['a link that leads out', () => ({ additionalDirectories: ['link'] })],
    ['the flag', () => ({ extraArgs: { 'add-dir': outside } })],
    ['settings', () => ({ settings: permissions(outside) })],
    ['settings with a relative path', () => ({ settings: permissions('../../..') })],
    ['settings as JSON', () => ({ settings: JSON.stringify(permissions(outside)) })],
    ['managed settings', () => ({ managedSettings: permissions(outside) })],
    ['managed settings as JSON', () => ({ managedSettings: JSON.stringify(permissions(outside)) })],
    ["another project's settings", () => ({ projectConfigRoot: outside })],
    [
      'settings in a file',
      () => {
        writeFileSync(join(stage.cwd, 'settings.json'), JSON.stringify(permissions(outside)))
        return { settings: 'settings.json' }
      },
    ],
    [
      'a file of settings that lies outside',
      () => {
        writeFileSync(join(outside, 'settings.json'), JSON.stringify(permissions(stage.cwd)))
        return { settings: join(outside, 'settings.json') }
      },
    ],
  ])('%s', async (_, options) => {
    await expect(create(options())).rejects.toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('outside the folders that this host may use'),
    })
  })

  test.each([
    ['settings as a flag', { extraArgs: { settings: '{}' } }, 'give the option settings'],
    [
      'managed settings as a flag',
      { extraArgs: { 'managed-settings': '{}' } },
      'give the option managedSettings',
    ],
    ['a path from the home folder', { settings: permissions('~/x') }, 'write the folder as an absolute path'],
    ['a folder that is not there', { settings: permissions('/none') }, 'not a folder'],
    ['settings that are no JSON', { settings: 'link' }, 'outside'],
    ['settings that are not there', { settings: 'none.json' }, 'there is no file none.json'],
  ])('%s', async (_, options, message) => {
    await expect(create(options)).rejects.toMatchObject({ message: expect.stringContaining(message) })
  })

  test('a file that is no settings, without telling what is in it', async () => {
    writeFileSync(join(stage.cwd, 'private.txt'), 'very private')
    const error = await create({ settings: 'private.txt' }).catch((it) => it)
    expect(error.message).toBe('settings: private.txt is not a JSON object')
  })
})

test('folders within are given, also through a file, whose content is what counts from then on', async () => {
  writeFileSync(join(stage.cwd, 'good.json'), JSON.stringify(permissions(join(stage.cwd, 'inside'))))
  const { result } = await create({ settings: 'good.json', additionalDirectories: ['inside'] })
  const { id } = result as { id: string }
  expect(stage.daemon.host.session(id).row.options.settings).toEqual(permissions(join(stage.cwd, 'inside')))
})

test.each([
  ['apply_flag_settings', () => ({ settings: permissions(outside) })],
  ['update_settings', () => ({ source: 'localSettings', settings: permissions(outside) })],
  ['set_cwd', () => ({ path: outside })],
  ['register_repo_root', () => ({ directory: outside })],
])('the request %s of a running session is refused', async (subtype, fields) => {
  const id = await stage.create()
  await expect(
    stage.api.call('control', { params: { id }, body: { subtype, fields: fields() } }),
  ).rejects.toMatchObject({ code: 'forbidden', message: expect.stringContaining(outside) })
})

test('an answer that would be remembered is refused, and may be given once', async () => {
  const id = await stage.create('fix the bug')
  await expect
    .poll(async () =>
      (await stage.api.call('listApprovals', {})).approvals.find(({ session }) => session === id),
    )
    .toBeDefined()
  const { approvals } = await stage.api.call('listApprovals', {})
  const approval = approvals.find(({ session }) => session === id)
  const add = { type: 'addDirectories', directories: [outside], destination: 'session' }
  const answer = (remember: unknown[]) =>
    stage.api.call('answerApproval', {
      params: { id, approval: approval?.id ?? '' },
      body: { decision: 'allow', remember } as never,
    })
  await expect(answer([add])).rejects.toMatchObject({ code: 'forbidden' })
  await answer([])
})

test('a folder that leads elsewhere by the time of the next process is refused then', async () => {
  const host = await hostStage({ roots: [realpathSync(tmpdir())] })
  const elsewhere = join(host.folder, 'elsewhere')
  mkdirSync(elsewhere)
  const more = join(host.cwd, 'more')
  mkdirSync(more)
  const other = await host.again({ roots: [host.cwd] })
  try {
    const id = await other.create('hello', { options: { additionalDirectories: [more] } })
    await other.until(id, isIdle)
    await other.closeSession(id)
    renameSync(more, `${more}-away`)
    symlinkSync(elsewhere, more)
    await expect(other.resume(id)).rejects.toThrow(/outside the folders/)
    expect(toArray(other.host.session(id).state.turns.past)).toHaveLength(1)
  } finally {
    await other.close()
  }
})
