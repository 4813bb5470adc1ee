import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { PermissionUpdate } from '../../../src/protocol/permissions.ts'
import { bash, write } from '../steps.ts'
import { calls, feature } from './feature.ts'

feature('approvals', (on) => {
  const inWork = (name: string) => join(on.stage.cwd, name)
  const made = (name: string) => existsSync(inWork(name))

  test('an approved tool runs, and not before', async () => {
    const scene = await on.open()
    const turn = scene.play([write('approved.txt')])
    const approval = await scene.inbox.next('tool')
    expect(scene.session.liveness().status).toBe('awaiting-approval')
    expect(made('approved.txt')).toBe(false)
    approval.allow()
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(made('approved.txt')).toBe(true)
    expect(scene.session.pendingApprovals).toEqual([])
  })

  test('a denial is told to the model, and shown', async () => {
    const scene = await on.open()
    const turn = scene.play([write('denied.txt')])
    ;(await scene.inbox.next('tool')).deny('Not in this house.')
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(scene.results).toMatchObject([
      { text: expect.stringContaining('Not in this house.'), isError: true },
    ])
    expect(calls(scene)).toMatchObject([{ status: 'denied' }])
    expect(made('denied.txt')).toBe(false)
  })

  test('a denial can end the turn', async () => {
    const scene = await on.open()
    const turn = scene.play([write('stopped.txt')])
    ;(await scene.inbox.next('tool')).deny('Stop.', { interrupt: true })
    expect(await turn.result).toMatchObject({ status: 'interrupted' })
    expect(await scene.play([{ text: 'Back.' }]).result).toMatchObject({ status: 'success', text: 'Back.' })
  })

  test('an edited input is what runs', async () => {
    const scene = await on.open()
    const turn = scene.play([write('original.txt')])
    const input = { file_path: inWork('edited.txt'), content: 'as the user wants it' }
    ;(await scene.inbox.next('tool')).allow({ input })
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(readFileSync(inWork('edited.txt'), 'utf8')).toBe('as the user wants it')
    expect(made('original.txt')).toBe(false)
  })

  test('what is remembered is not asked again', async () => {
    const scene = await on.open()
    const command = `ln -sf nowhere ${inWork('remembered')}`
    const rule: PermissionUpdate = {
      type: 'addRules',
      rules: [{ toolName: 'Bash', ruleContent: command }],
      behavior: 'allow',
      destination: 'session',
    }
    const first = scene.play([bash(command)])
    ;(await scene.inbox.next('tool')).allow({ remember: [rule] })
    await first.result
    scene.inbox.instead = (approval) => approval.deny()
    expect(await scene.play([bash(command)]).result).toMatchObject({ status: 'success' })
    expect(scene.inbox.asked).toEqual([])
  })

  test('a mode that accepts edits asks nobody', async () => {
    const scene = await on.open()
    await scene.session.setPermissionMode('acceptEdits')
    expect(await scene.play([write('accepted.txt')]).result).toMatchObject({ status: 'success' })
    expect(scene.inbox.asked).toEqual([])
    expect(made('accepted.txt')).toBe(true)
  })

  test('a question gets its answer', async () => {
    const scene = await on.open()
    const options = ['Tea', 'Coffee'].map((label) => ({ label, description: `Some ${label}` }))
    const question = { question: 'What to drink?', header: 'Drink', options, multiSelect: false }
    const turn = scene.play([{ tool: 'AskUserQuestion', input: { questions: [question] } }])
    ;(await scene.inbox.next('question')).answer({ 'What to drink?': 'Tea' })
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(scene.results).toMatchObject([{ text: expect.stringContaining('Tea'), isError: false }])
  })

  test('an interrupt withdraws what is asked', async () => {
    const scene = await on.open()
    const turn = scene.play([write('withdrawn.txt')])
    const approval = await scene.inbox.next('tool')
    await scene.session.interrupt()
    expect(await turn.result).toMatchObject({ status: 'interrupted' })
    await expect.poll(() => approval.status).not.toBe('pending')
    expect(scene.session.pendingApprovals).toEqual([])
    expect(made('withdrawn.txt')).toBe(false)
  })
})
