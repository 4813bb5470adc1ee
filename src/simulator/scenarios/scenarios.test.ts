import { afterEach, describe, expect, test } from 'vitest'
import { ASKING, Talk } from '../../../test/simulator/talk.ts'
import type { StdoutMessage } from '../../protocol/index.ts'
import { helpText } from '../agent/help.ts'
import { checkScenario } from '../scenario-check.ts'
import { BUILT_IN, OFFERS } from './index.ts'

test('the built-in scenarios keep to the format', () => {
  expect(checkScenario(BUILT_IN)).toBe(BUILT_IN)
})

test('every prompt that is offered is in the help of the executable', () => {
  for (const [prompt, shows] of OFFERS) expect(helpText()).toMatch(new RegExp(`^  ${prompt} +${shows}$`, 'm'))
})

const hello = BUILT_IN.otherwise?.map((step) => ('text' in step ? step.text : '')).join('') ?? ''
const offered = OFFERS.map(([prompt]) => prompt)

describe('each prompt that the simulator offers is played to its end', () => {
  let talk: Talk
  afterEach(() => talk.end())

  test.each(offered)('%s', async (prompt) => {
    talk = new Talk({ args: [...ASKING, '--include-partial-messages'] })
    talk.prompt(`Please ${prompt}.`)
    const isDone = ({ type }: StdoutMessage) => type === 'result' || type === 'control_request'
    for (;;) {
      const message = await talk.until(isDone)
      if (message.type !== 'control_request') {
        expect(message).toMatchObject({ type: 'result', is_error: false })
        break
      }
      talk.answer(message, { behavior: 'allow', updatedInput: {} })
    }
    expect(talk.strange).toEqual([])
    expect(talk.all('result')[0]?.result).not.toBe(hello)
  })

  test('anything else is answered with what to try', async () => {
    talk = new Talk()
    expect((await talk.turn('good morning')).result).toBe(hello)
    for (const prompt of offered) expect(hello).toContain(`\n- **${prompt}**: `)
  })

  test.each([
    ['fix the bug', 'All right, I leave it at that.'],
    ['make a plan', 'nothing was changed'],
    ['ask me some questions', 'I take the first option'],
    ['run something that fails', 'It did not even run'],
  ])('%s: what was denied is not said to be done', async (prompt, text) => {
    talk = new Talk({ args: ASKING })
    talk.prompt(prompt)
    talk.answer(await talk.asked(), { behavior: 'deny', message: 'Rather not.' })
    const { result } = (await talk.until(({ type }) => type === 'result')) as { result?: string }
    expect(result).toContain(text)
  })

  test('the plan can be read before it is approved', async () => {
    talk = new Talk()
    talk.prompt('make a plan')
    const { request } = await talk.asked()
    expect(request).toMatchObject({
      tool_name: 'ExitPlanMode',
      input: { plan: expect.stringContaining('# Add a dark theme') },
    })
  })
})
