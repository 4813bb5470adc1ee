import { describe, expect, test } from 'vitest'
import fc from '../../../test/generate/fast-check.ts'
import { bodyOf } from './process-connection.ts'
import { cutTexts, MAX_WHOLE_LINE, shortenLine } from './shorten-line.ts'

const NOTE = /… \[\d+ more characters are left out here; the output file of the process has them\]$/
const filler = 'y'.repeat(MAX_WHOLE_LINE)

test('a line that is not too long is left as it is', () => {
  const line = JSON.stringify({ text: 'x'.repeat(MAX_WHOLE_LINE - 11) })
  expect(line.length).toBe(MAX_WHOLE_LINE)
  expect(shortenLine(line)).toBe(line)
})

test('of one that is, long texts are cut, and all else stays', () => {
  const message = { type: 'user', uuid: 'u', text: `begin ${filler}`, list: [1, 'short', filler, null] }
  const shortened = JSON.parse(shortenLine(JSON.stringify(message))) as typeof message
  expect(shortened).toEqual({
    ...message,
    text: expect.stringMatching(/^begin y+…/),
    list: [1, 'short', expect.stringMatching(NOTE), null],
  })
  expect(JSON.stringify(shortened).length).toBeLessThan(200_000)
})

test('many texts that are each not long are cut too when they are too much together', () => {
  const list = Array.from({ length: 400 }, () => 'z'.repeat(60_000))
  expect(shortenLine(JSON.stringify({ list })).length).toBeLessThan(1_000_000)
})

test('a text is cut where it can be read on, whatever stands there, raw or escaped', () => {
  const signs = ['"', '\\', '\n', '\u0001', 'é', '😀', 'a', '\ud800']
  const escaped = (json: string) =>
    json.replace(/[\u0080-\uffff]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...signs), { maxLength: 60 }),
      fc.boolean(),
      fc.integer({ min: 6, max: 36 }),
      (some, isAscii, kept) => {
        const text = some.join('')
        const whole = JSON.stringify({ before: text, text, after: [text, 1] })
        const line = isAscii ? escaped(whole) : whole
        const found = JSON.parse(cutTexts(line, kept)) as { before: string; text: string; after: unknown[] }
        expect(found.before).toBe(found.text)
        expect(found.after).toEqual([found.text, 1])
        const cut = found.text.replace(NOTE, '')
        expect(text.startsWith(cut)).toBe(true)
        if (found.text === cut) expect(cut).toBe(text)
        const isPairSplit = /[\ud800-\udbff]$/.test(cut) && /^[\udc00-\udfff]/.test(text.slice(cut.length))
        expect(isPairSplit).toBe(false)
      },
    ),
  )
})

test('what is no JSON is left to decode', () => {
  const line = `{"text":"${filler}${filler}`
  expect(shortenLine(line)).toBe(line)
})

describe('what the journal gets of a line of 20 MB', () => {
  const long = 'x'.repeat(20 * 1024 * 1024)
  test('a message is cut', () => {
    const body = bodyOf(JSON.stringify({ type: 'system', subtype: 'informational', content: long }))
    expect(body).toMatchObject({ kind: 'received', message: { content: expect.stringMatching(NOTE) } })
  })
  test('a request is whole: its answer depends on all of it', () => {
    const request = {
      subtype: 'can_use_tool',
      tool_name: 'Write',
      input: { content: long },
      tool_use_id: 't',
    }
    const body = bodyOf(JSON.stringify({ request_id: 'r', request, type: 'control_request' }))
    expect(body).toMatchObject({ kind: 'received', message: { request: { input: { content: long } } } })
  })
})
