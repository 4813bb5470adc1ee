import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testedVersions } from './claude-binaries.ts'
import { Scene } from './scene.ts'
import { type Stage, setStage } from './stage.ts'
import { write } from './steps.ts'

const touch = (path: string) => ({
  tool: 'Bash',
  input: { command: `touch ${path}`, description: 'Makes it' },
})

/** The classifier cannot judge with a model that is scripted, and then denies. */
const byAutoMode = { text: expect.stringMatching(/auto mode/i), isError: true }

describe.each(testedVersions)('permission modes with %s', (version) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(version, { scripts: [] })
  })
  afterAll(() => stage.close())
  const made = (name: string) => existsSync(join(stage.cwd, name))

  describe('switched during a session', () => {
    let scene: Scene
    beforeAll(async () => {
      scene = await Scene.open(stage)
    })
    beforeEach(() => scene.setMode('default'))
    afterEach(() => scene.rest())

    test('R-APPROVE-34 R-CONTROL-54: acceptEdits does not ask about Write', async () => {
      scene.seen = []
      expect(await scene.session.setPermissionMode('acceptEdits')).toMatchObject({ mode: 'acceptEdits' })
      expect(await scene.session.setPermissionMode('acceptEdits')).toMatchObject({ mode: 'acceptEdits' })
      await scene.settled()
      expect(scene.modes).toEqual(['acceptEdits'])
      await scene.play([write('accepted.txt')]).result
      expect(scene.inbox.asked).toEqual([])
      expect(made('accepted.txt')).toBe(true)
    })

    test('R-APPROVE-35: dontAsk denies and says so', async () => {
      await scene.setMode('dontAsk')
      const result = await scene.play([write('unasked.txt')]).result
      expect(result).toMatchObject({
        status: 'success',
        message: { permission_denials: [{ tool_name: 'Write' }] },
      })
      expect(scene.inbox.asked).toEqual([])
      const denied = scene.all('system').filter(({ subtype }) => subtype === 'permission_denied')
      expect(denied).toMatchObject([{ tool_name: 'Write', message: expect.any(String) }])
      expect(made('unasked.txt')).toBe(false)
    })

    test('R-APPROVE-39: plan mode asks about Write and writes the file when allowed', async () => {
      await scene.setMode('plan')
      const turn = scene.play([write('planned.txt')])
      const approval = await scene.inbox.next('tool')
      expect(approval).toMatchObject({ toolName: 'Write', reasonType: 'mode' })
      approval.allow()
      await turn.result
      expect(made('planned.txt')).toBe(true)
    })

    test('R-APPROVE-41: our sessions ask about Bash in plan mode too', async () => {
      await scene.setMode('plan')
      const turn = scene.play([touch('planned-by-bash.txt')])
      const approval = await scene.inbox.next('tool')
      expect(approval.toolName).toBe('Bash')
      approval.deny()
      await turn.result
      expect(made('planned-by-bash.txt')).toBe(false)
    })

    test('the mode before comes back when it is set', async () => {
      await scene.setMode('default')
      const turn = scene.play([write('default.txt')])
      ;(await scene.inbox.next('tool')).deny()
      await turn.result
      expect(scene.all('system').find(({ subtype }) => subtype === 'init')).toMatchObject({
        permissionMode: 'default',
      })
    })

    test('R-CONTROL-57: a mode that the process was not started for is refused', async () => {
      await expect(scene.session.setPermissionMode('bypassPermissions')).rejects.toThrow()
      await scene.play([{ text: 'Still here.' }]).result
      expect(scene.all('system').find(({ subtype }) => subtype === 'init')).toMatchObject({
        permissionMode: 'default',
      })
    })
  })

  describe('that leave the host out', () => {
    let scene: Scene
    beforeAll(async () => {
      const settings = { useAutoModeDuringPlan: true }
      scene = await Scene.open(stage, { allowedTools: ['Write'], settings })
    })
    beforeEach(() => scene.setMode('default'))
    afterEach(() => scene.rest())

    test('R-APPROVE-38: a tool that is allowed by name is never asked about', async () => {
      await scene.play([write('by-name.txt')]).result
      expect(scene.inbox.asked).toEqual([])
      expect(made('by-name.txt')).toBe(true)
    })

    test('R-APPROVE-40: in plan mode auto mode judges Bash', async () => {
      await scene.setMode('plan')
      await scene.play([touch('judged.txt')]).result
      expect(scene.inbox.asked).toEqual([])
      expect(made('judged.txt')).toBe(version === '2.1.197')
      if (version !== '2.1.197') expect(scene.results).toMatchObject([byAutoMode])
    })

    test('R-APPROVE-37: auto mode never asks', async () => {
      await scene.setMode('auto')
      await scene.play([touch(join(stage.home, 'outside.txt'))]).result
      expect(scene.inbox.asked).toEqual([])
      expect(scene.results).toMatchObject([byAutoMode])
    })
  })

  describe('that bypass all', () => {
    let scene: Scene
    beforeAll(async () => {
      scene = await Scene.open(stage, { allowDangerouslySkipPermissions: true, env: { IS_SANDBOX: '1' } })
    })
    beforeEach(() => scene.setMode('default'))
    afterEach(() => scene.rest())

    test('R-APPROVE-36: bypassPermissions never asks', async () => {
      await scene.setMode('bypassPermissions')
      await scene.play([write('bypassed.txt'), touch('bypassed-too.txt')]).result
      expect(scene.inbox.asked).toEqual([])
      expect([made('bypassed.txt'), made('bypassed-too.txt')]).toEqual([true, true])
    })

    test('R-APPROVE-42: where it is possible, 2.1.197 does not ask in plan mode either', async () => {
      await scene.setMode('plan')
      const turn = scene.play([write('unplanned.txt')])
      if (version !== '2.1.197') (await scene.inbox.next('tool')).deny()
      await turn.result
      expect(made('unplanned.txt')).toBe(version === '2.1.197')
    })
  })
})
