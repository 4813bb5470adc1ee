import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { bash, playScenario } from '../../../../test/simulator/playing.ts'

const scenario = {
  scripts: [
    { prompt: 'wait', replies: [[bash('until [ -e go ]; do sleep 0.02; done')], [{ text: 'Waited.' }]] },
    { prompt: 'a moment', replies: [[bash('sleep 0.2')], [{ text: 'Waited.' }]] },
  ],
}
const env = { FAIRLEAD_SIM_HEARTBEAT_MS: '10' }
const args = ['--allowedTools', 'Bash']
const isProgress = ({ type }: { type: string }) => type === 'tool_progress'

test('R-LIVE-11 R-TYPE-55: a tool that runs is told of again and again, under ids of its own', async () => {
  const it = playScenario(scenario, { args, env })
  it.prompt('wait')
  await it.until(isProgress)
  await it.until(isProgress)
  writeFileSync(join(it.home, 'go'), '')
  await it.result()
  const [call] = it.all('assistant').flatMap(({ message }) => message.content)
  const id = call?.type === 'tool_use' ? call.id : ''
  const [first, second] = it.all('tool_progress')
  const common = { tool_name: 'Bash', parent_tool_use_id: id, heartbeat: true }
  expect(first).toMatchObject({ ...common, tool_use_id: `${id}-heartbeat-0` })
  expect(second).toMatchObject({ ...common, tool_use_id: `${id}-heartbeat-1` })
})

test('R-LIVE-11: 2.1.197 tells nothing', async () => {
  const it = playScenario(scenario, { args, env, version: '2.1.197' })
  await it.turn('a moment')
  expect(it.all('tool_progress')).toEqual([])
})

test('R-HOOK-47: a hook that is waited for is told of too', async () => {
  const it = playScenario(scenario, { args, env })
  await it.call({ subtype: 'initialize', hooks: { PreToolUse: [{ hookCallbackIds: ['mine'] }] } })
  it.prompt('a moment')
  const hook = await it.asked('hook_callback')
  const id = hook.request.subtype === 'hook_callback' ? hook.request.tool_use_id : ''
  await it.until(isProgress)
  it.answer(hook, {})
  await it.result()
  expect(it.all('tool_progress')[0]).toMatchObject({
    tool_name: 'PreToolUse',
    tool_use_id: `hook-PreToolUse-${id}-heartbeat-0`,
    parent_tool_use_id: id,
  })
})
