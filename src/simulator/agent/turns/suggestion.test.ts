import { describe, expect, test } from 'vitest'
import { playScenario, settled } from '../../../../test/simulator/playing.ts'
import { isFit } from './suggestion.ts'

test.each([
  ['run the tests', true],
  ['yes', true],
  ['commit', true],
  ['/compact', true],
  ['I will do that', true],
  ['', false],
  ['done', false],
  ['Hi.', false],
  ['Let me run it.', false],
  ['looks good', false],
  ['thanks a lot', false],
  ['**run it**', false],
  ['one\ntwo lines', false],
  ['Tests. Now. Go.', false],
  ['now write a test for it and also for the others so that all is covered', false],
])('fit to be suggested: %j: %s', (text, expected) => {
  expect(isFit(text)).toBe(expected)
})

describe.each(['2.1.197', '2.1.325'])('an agent of version %s', (version) => {
  const scenario = {
    scripts: [{ prompt: '[SUGGESTION MODE', replies: [[{ text: 'run the tests' }]] }],
    otherwise: [{ text: 'Hello.' }],
  }
  const isSuggestion = ({ type }: { type: string }) => type === 'prompt_suggestion'

  test('R-TYPE-59 R-RESULT-13: suggests what to say next, after the second turn', async () => {
    const it = playScenario(scenario, { version })
    await it.call({ subtype: 'initialize', promptSuggestions: true })
    await it.turn('one')
    await settled()
    expect(it.all('prompt_suggestion')).toEqual([])
    await it.turn('two')
    expect(await it.until(isSuggestion)).toMatchObject({ suggestion: 'run the tests' })
    expect(it.names.slice(-2)).toEqual(['result', 'prompt_suggestion'])
  })

  test('without being asked to it does not', async () => {
    const it = playScenario(scenario, { version })
    await it.turn('one')
    await it.turn('two')
    await settled()
    expect(it.all('prompt_suggestion')).toEqual([])
  })
})

test('the flag asks for suggestions too', async () => {
  const scenario = { scripts: [], otherwise: [{ text: 'go on then' }] }
  const on = playScenario(scenario, { args: ['--prompt-suggestions'] })
  await on.turn('one')
  await on.turn('two')
  await on.until(({ type }) => type === 'prompt_suggestion')
  const off = playScenario(scenario, { args: ['--prompt-suggestions=off'] })
  await off.turn('one')
  await off.turn('two')
  await settled()
  expect(off.all('prompt_suggestion')).toEqual([])
})
