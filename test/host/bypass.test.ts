/** A host that was not started with `--allow-bypass`: `bypassPermissions` cannot be had in any way. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CreateSession } from '../../src/api/commands.ts'
import { askingSessions, SAME_ID, SUGGESTION } from './asking-agent.ts'
import { type DaemonStage, daemonStage } from './daemon-stage.ts'

const mode = 'bypassPermissions'
const permissions = { defaultMode: mode }
let stage: DaemonStage
let id: string

beforeAll(async () => {
  stage = await daemonStage()
  ;[id = ''] = await askingSessions(stage, 1)
  writeFileSync(join(stage.cwd, 'settings.json'), JSON.stringify({ permissions }))
})
afterAll(() => stage.close())

test.each<Partial<CreateSession>>([
  { permissionMode: mode },
  { options: { permissionMode: mode } },
  { options: { dangerouslySkipPermissions: true } },
  { options: { allowDangerouslySkipPermissions: true } },
  { options: { extraArgs: { 'dangerously-skip-permissions': null } } },
  { options: { extraArgs: { 'permission-mode': mode } } },
  { options: { settings: { permissions } } },
  { options: { settings: JSON.stringify({ permissions }) } },
  { options: { settings: 'settings.json' } },
  { options: { agents: { a: { description: '', prompt: '', permissionMode: mode } } } },
])('a session with %j is refused', async (body) => {
  const before = (await stage.api.call('listSessions', {})).sessions.length
  const created = stage.api.call('createSession', { body: { cwd: stage.cwd, ...body } })
  await expect(created).rejects.toMatchObject({ code: 'forbidden' })
  expect((await stage.api.call('listSessions', {})).sessions).toHaveLength(before)
})

test.each<[string, Record<string, unknown>]>([
  ['set_permission_mode', { mode }],
  ['apply_flag_settings', { settings: { permissions } }],
  ['update_settings', { settings: JSON.stringify({ permissions }) }],
])('the control request %s with %j is refused', async (subtype, fields) => {
  const asked = stage.api.call('control', { params: { id }, body: { subtype, fields } })
  await expect(asked).rejects.toMatchObject({ code: 'forbidden' })
})

test.each([
  { mode },
  { remember: [SUGGESTION] },
  // By its position among what the CLI suggests.
  { remember: [0] },
] as const)('an answer with %j is refused, and the approval waits on', async (answer) => {
  const body = { decision: 'allow', ...answer } as never
  const calls = [
    stage.api.call('answerApproval', { params: { id, approval: SAME_ID }, body }),
    stage.api.call('answerApprovalById', { params: { id: SAME_ID }, body }),
  ]
  for (const call of calls) await expect(call).rejects.toMatchObject({ code: 'forbidden' })
  const approval = await stage.api.call('getApproval', { params: { id, approval: SAME_ID } })
  expect(approval.status).toBe('pending')
})
