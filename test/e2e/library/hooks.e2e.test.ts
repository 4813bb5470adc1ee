import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { HookInput, HookOutput } from '../../../src/protocol/hooks.ts'
import { bash, write } from '../steps.ts'
import { historyOf } from '../talk.ts'
import { calls, feature, shown } from './feature.ts'

function decision(more: object): HookOutput<'PreToolUse'> {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...more } }
}

feature('hooks', (on) => {
  const inWork = (name: string) => join(on.stage.cwd, name)
  const made = (name: string) => existsSync(inWork(name))

  test('a hook denies a tool, which is shown as denied', async () => {
    const deny = decision({ permissionDecision: 'deny', permissionDecisionReason: 'The hook says no.' })
    const scene = await on.open({ hooks: { PreToolUse: [{ matcher: 'Write', handler: () => deny }] } })
    expect(await scene.play([write('hook-denied.txt')]).result).toMatchObject({ status: 'success' })
    expect(scene.inbox.asked).toEqual([])
    expect(scene.results).toMatchObject([
      { text: expect.stringContaining('The hook says no.'), isError: true },
    ])
    expect(made('hook-denied.txt')).toBe(false)
    expect(calls(scene)).toMatchObject([{ status: 'denied' }])
  })

  test('a hook of the settings denies a tool, which is shown as denied', async () => {
    const json = JSON.stringify(decision({ permissionDecision: 'deny', permissionDecisionReason: 'As set.' }))
    const commands = { 'by-json.txt': `echo '${json}'`, 'by-exit.txt': 'echo As set. >&2; exit 2' }
    for (const [name, command] of Object.entries(commands)) {
      const hooks = { PreToolUse: [{ matcher: 'Write', hooks: [{ type: 'command', command }] }] }
      const scene = await on.open({ settings: JSON.stringify({ hooks }), includeHookEvents: true })
      expect(await scene.play([write(name)]).result).toMatchObject({ status: 'success' })
      expect(scene.inbox.asked).toEqual([])
      expect(made(name)).toBe(false)
      expect(calls(scene)).toMatchObject([
        { status: 'denied', result: { content: expect.stringContaining('As set.') } },
      ])
    }
  })

  test('a hook lets a tool run with another input', async () => {
    const updatedInput = { file_path: inWork('by-hook.txt'), content: 'as the hook wants it' }
    const allow = decision({ permissionDecision: 'allow', updatedInput })
    const scene = await on.open({ hooks: { PreToolUse: [{ matcher: 'Write', handler: () => allow }] } })
    expect(await scene.play([write('by-model.txt')]).result).toMatchObject({ status: 'success' })
    expect(scene.inbox.asked).toEqual([])
    expect([made('by-hook.txt'), made('by-model.txt')]).toEqual([true, false])
  })

  test('a hook sees what a tool gave', async () => {
    const told: unknown[] = []
    const handler = (input: HookInput<'PostToolUse'>) => {
      if (input.tool_name === 'Bash') told.push([input.tool_input.command, input.tool_response?.stdout])
      if (input.tool_name === 'Write') told.push([input.tool_input.content, input.tool_response?.filePath])
    }
    const scene = await on.open({
      allowedTools: ['Bash', 'Write'],
      hooks: { PostToolUse: [{ handler: (input) => void handler(input) }] },
    })
    await scene.play([bash('echo ahoy')], [write('told.txt')]).result
    expect(told).toEqual([
      ['echo ahoy', expect.stringContaining('ahoy')],
      [expect.any(String), expect.stringMatching(/told\.txt$/)],
    ])
  })

  test('a prompt that a hook blocks never reaches the model, and shows why', async () => {
    const block: HookOutput<'UserPromptSubmit'> = { decision: 'block', reason: 'Not this one.' }
    const scene = await on.open({ hooks: { UserPromptSubmit: [{ handler: () => block }] } })
    const requests = on.stage.model.requests.length
    await scene.play([{ text: 'Never said.' }]).result
    await scene.settled()
    expect(on.stage.model.requests.slice(requests).filter(({ side }) => !side)).toEqual([])
    expect(JSON.stringify(shown(scene))).toContain('Not this one.')
  })

  test('a hook at the end lets the turn go on', async () => {
    let stops = 0
    const handler = (): HookOutput<'Stop'> | undefined => {
      stops += 1
      return stops === 1 ? { decision: 'block', reason: 'Count on.' } : undefined
    }
    const scene = await on.open({ hooks: { Stop: [{ handler }] } })
    const turn = scene.play([{ text: 'One.' }], [{ text: 'Two.' }])
    expect(await turn.result).toMatchObject({ status: 'success', text: 'Two.' })
    expect(historyOf(on.stage.model).at(-1)).toContain('Count on.')
  })
})
