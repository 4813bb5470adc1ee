import { describe, expect, test } from 'vitest'
import { bash, playScenario } from '../../../../test/simulator/playing.ts'
import { SIM_VERSIONS } from '../version.ts'

const scenario = {
  scripts: [
    {
      prompt: 'do it',
      replies: [[bash('sleep 0.1'), bash('echo b')], [bash('echo c')], [{ text: 'Done.' }]],
    },
  ],
  side: [
    { prompt: 'echo c', reply: [{ error: { status: 400 } }] },
    { prompt: 'Tools completed', reply: [{ text: 'Ran two commands' }] },
  ],
}
const args = ['--allowedTools', 'Bash']

describe.each(SIM_VERSIONS)('an agent of version %s', (version) => {
  test('R-ENV-7 R-TYPE-56: sums up what tools did, where it is asked to', async () => {
    const env = { CLAUDE_CODE_EMIT_TOOL_USE_SUMMARIES: '1' }
    const it = playScenario(scenario, { version, args, env })
    expect(await it.turn('do it')).toMatchObject({ result: 'Done.' })
    const calls = it.all('assistant').flatMap(({ message }) => message.content)
    const ids = calls.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
    // The model failed to summarize the last call, so it has no summary.
    expect(it.all('tool_use_summary')).toMatchObject([
      { summary: 'Ran two commands', preceding_tool_use_ids: ids.slice(0, 2) },
    ])
  })

  test('without the variable it does not', async () => {
    const it = playScenario(scenario, { version, args })
    await it.turn('do it')
    expect(it.all('tool_use_summary')).toEqual([])
  })
})
