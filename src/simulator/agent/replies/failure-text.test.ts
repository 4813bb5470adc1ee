import { describe, expect, test } from 'vitest'
import { playScenario } from '../../../../test/simulator/playing.ts'
import { failureText } from './failure-text.ts'
import { ApiFailure, NotLoggedIn } from './source.ts'

const where = { model: 'claude-opus-5-5', isOld: false, gateway: '127.0.0.1:1' }

test.each([
  [null, 'API Error: bad'],
  [400, 'API Error: 400 bad'],
  [401, 'Failed to authenticate. API Error: 401 bad'],
  [404, "There's an issue with the selected model (claude-opus-5-5)."],
  [413, 'Request too large (max 32MB).'],
  [429, 'API Error: Request rejected (429) · bad'],
  [500, 'check your inference gateway (127.0.0.1:1).'],
])('the text for %s', (status, text) => {
  expect(failureText(new ApiFailure(status, 'bad'), where)).toContain(text)
})

test('without a key one is told to log in', () => {
  expect(failureText(new NotLoggedIn(), where)).toBe('Not logged in · Please run /login')
})

describe.each(['2.1.197', '2.1.325'])('an agent of version %s', (version) => {
  const isOld = version === '2.1.197'
  test('R-FLAG-23: says what the API has said, and on stderr that it does not know the model', async () => {
    const scenario = { scripts: [{ prompt: 'go', replies: [[{ error: { status: 404, message: 'no' } }]] }] }
    const it = playScenario(scenario, { version, args: ['--model', 'claude-of-the-future'] })
    expect(await it.turn('go')).toMatchObject({ is_error: true, api_error_status: 404 })
    await it.turn('go')
    expect(it.all('assistant')[0]).toMatchObject({
      error: 'model_not_found',
      ...(!isOld && { is_api_error_message: true, api_error_type: 'not_found_error' }),
    })
    const told = '[claude-code:unrecognized_model] {"model":"claude-of-the-future","query_source":"sdk"}\n'
    expect(it.stderr).toBe(isOld ? '' : told)
  })

  test('R-ERROR-13: what becomes of a prompt without content', async () => {
    const it = playScenario({ scripts: [], otherwise: [{ text: 'Hello.' }] }, { version })
    it.write({ type: 'user', message: { role: 'user', content: null } })
    expect(await it.result()).toMatchObject({ is_error: isOld })
    if (isOld) expect(await it.exited).toBe(1)
    else expect(await it.turn('hello')).toMatchObject({ is_error: false })
  })
})
