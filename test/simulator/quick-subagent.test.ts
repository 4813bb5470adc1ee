import { expect, test } from 'vitest'
import { playScenario } from './playing.ts'

test.each(['2.1.197', '2.1.325'])(
  '%s: a sub-agent that ends at once starts a turn of its own, however long hooks take',
  async (version) => {
    const talk = playScenario(
      {
        scripts: [
          {
            prompt: 'delegate it',
            replies: [
              [
                {
                  tool: 'Agent',
                  input: { description: 'Looks', prompt: 'look there', run_in_background: true },
                },
              ],
              [{ text: 'Delegated.' }],
              [{ text: 'It has looked.' }],
            ],
          },
          { prompt: 'look there', replies: [[{ text: 'Looked there.' }]] },
        ],
      },
      { version, args: ['--allowedTools', 'Agent'] },
    )
    await talk.call({ subtype: 'initialize', hooks: { PostToolUse: [{ hookCallbackIds: ['hook'] }] } })
    talk.prompt('delegate it')
    const asked = await talk.asked('hook_callback')
    // As long as it likes: the sub-agent does not begin before the model knows of it.
    for (let turn = 0; turn < 50; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    talk.answer(asked, {})
    expect(await talk.result()).toMatchObject({ result: 'Delegated.' })
    expect(await talk.result()).toMatchObject({
      result: 'It has looked.',
      origin: { kind: 'task-notification' },
    })
  },
)
