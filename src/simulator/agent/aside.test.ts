import { describe, expect, test } from 'vitest'
import { playScenario } from '../../../test/simulator/playing.ts'

const scenario = {
  scripts: [
    {
      prompt: 'ask',
      replies: [[{ dialog: { kind: 'pick_color', payload: { of: 'three' } } }, { text: 'Asked.' }]],
    },
    {
      prompt: 'say',
      replies: [
        [
          { message: { type: 'system', subtype: 'memory_recall', mode: 'auto', memories: [] } },
          { text: 'Said.' },
        ],
      ],
    },
  ],
}

describe('a dialog', () => {
  test('R-CONTROL-41: is waited for', async () => {
    const it = playScenario(scenario, { env: { CLAUDE_CODE_EMIT_SESSION_STATE_EVENTS: '1' } })
    await it.call({ subtype: 'initialize', supportedDialogKinds: ['pick_color'] })
    it.prompt('ask')
    const asked = await it.asked('request_user_dialog')
    expect(asked.request).toMatchObject({ dialog_kind: 'pick_color', payload: { of: 'three' } })
    const again = await it.call({ subtype: 'initialize' })
    expect(again).toMatchObject({ pending_user_dialog_requests: [{ request_id: asked.request_id }] })
    it.answer(asked, { behavior: 'completed', result: 'red' })
    expect(await it.result()).toMatchObject({ result: 'Asked.' })
    const states = it
      .all('system')
      .flatMap((said) => (said.subtype === 'session_state_changed' ? [said.state] : []))
    expect(states.slice(0, 3)).toEqual(['running', 'requires_action', 'running'])
  })

  test('R-CONTROL-72: of a kind that the host has not declared is not asked for', async () => {
    const it = playScenario(scenario)
    await it.call({ subtype: 'initialize', supportedDialogKinds: ['other'] })
    expect(await it.turn('ask')).toMatchObject({ result: 'Asked.' })
    expect(it.all('control_request')).toEqual([])
  })

  test('is withdrawn by an interrupt', async () => {
    const it = playScenario(scenario)
    await it.call({ subtype: 'initialize', supportedDialogKinds: ['pick_color'] })
    it.prompt('ask')
    const { request_id } = await it.asked('request_user_dialog')
    await it.call({ subtype: 'interrupt' })
    expect(await it.result()).toMatchObject({ is_error: true })
    expect(it.all('control_cancel_request')).toMatchObject([{ request_id }])
  })
})

test('any message can be said', async () => {
  const it = playScenario(scenario)
  const { session_id } = await it.turn('say')
  const said = it.all('system').find(({ subtype }) => subtype === 'memory_recall')
  expect(said).toMatchObject({ mode: 'auto', memories: [], session_id })
})
