/** What the CLI does with invalid lines on stdin. */
import type { JsonObject } from '../../protocol/json.ts'
import { WAIT } from '../driver.ts'
import type { Lab } from '../lab.ts'
import { named } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { must, mustBe, saw } from '../verdict.ts'
import { says, turn } from './steps.ts'

const hello = { type: 'user', message: { role: 'user', content: 'hello' } }
const line = (message: JsonObject) => `${JSON.stringify(message)}\n`

/** How long to wait for the end of a CLI that may also live on, in milliseconds. */
const ABOUT_TO_END = 5000

/** Writes the text, then a prompt; returns whether the CLI exited with code 1 before it sent a result. */
async function endsAfter(lab: Lab, text: string): Promise<boolean> {
  const cli = lab.start()
  lab.script({ scripts: [{ prompt: 'hello', replies: [[{ text: 'Hello.' }]] }] })
  cli.raw(text)
  cli.prompt('hello')
  const isOver = () => cli.ending !== undefined || named(cli.messages, 'result').length > 0
  await cli.until(isOver, WAIT, 'a result or the end')
  if (named(cli.messages, 'result').length > 0) return false
  mustBe((await cli.ended()).exitCode, 1, 'the exit code')
  must(cli.stderr !== '', 'the reason is on stderr')
  must(!cli.messages.some(({ type }) => type === 'error'), 'no message of type error')
  return true
}

async function ends(lab: Lab, ...texts: string[]): Promise<void> {
  for (const text of texts) must(await endsAfter(lab, text), `it ends after ${JSON.stringify(text)}`)
}

export const input: Group = {
  name: 'input',
  rules: [
    rule('R-ERROR-10', 'a line that is not JSON ends it with 1', (lab) => ends(lab, 'this is not JSON\n')),
    rule('R-ERROR-11', 'a user message without message or of another role ends it with 1', (lab) =>
      ends(
        lab,
        line({ type: 'user' }),
        line({ type: 'user', message: { role: 'assistant', content: 'hello' } }),
      ),
    ),
    {
      id: 'R-ERROR-12',
      title: 'white space, a byte order mark, an answer without response',
      versions: differing('it ends with 1', 'it lives on'),
      run: async (lab) => {
        const ended: boolean[] = []
        for (const text of [
          '  \n',
          `\ufeff${line({ type: 'keep_alive' })}`,
          line({ type: 'control_response' }),
        ])
          ended.push(await endsAfter(lab, text))
        must(new Set(ended).size === 1, `all three have the same effect, not ${ended.join(', ')}`)
        return saw(ended[0] ? 'it ends with 1' : 'it lives on')
      },
    },
    {
      id: 'R-ERROR-13',
      title: 'a prompt whose content is null',
      versions: differing('an error result, then the end with 1', 'it lives on'),
      run: async (lab) => {
        const cli = lab.start()
        cli.write({ type: 'user', message: { role: 'user', content: null } })
        const isOver = () => cli.ending !== undefined || named(cli.messages, 'result').length > 0
        await cli.until(isOver, WAIT, 'a result or the end')
        const results = named(cli.messages, 'result')
        // One that is about to end still answers requests and even begins a turn, so it gets time to end first.
        const isAlive = await cli
          .ended(ABOUT_TO_END)
          .catch(() => turn(lab, says('Still here.'), cli))
          .then(
            () => cli.ending === undefined,
            () => false,
          )
        if (isAlive) return saw('it lives on')
        mustBe(cli.ending?.exitCode, 1, 'the exit code')
        return saw(results.length > 0 ? 'an error result, then the end with 1' : 'the end with 1')
      },
    },
    {
      id: 'R-ERROR-14',
      title: 'unknown messages, arrays, numbers, empty lines and CRLF are tolerated',
      versions: differing('all', 'all', 'only keep_alive and CRLF'),
      run: async (lab) => {
        const mild = [line({ type: 'keep_alive' }), `${JSON.stringify({ type: 'keep_alive' })}\r\n`]
        const strange = [line({ type: 'no_such_type' }), line({ hello: 'there' }), '[1, 2]\n', '7\n', '\n']
        if (!(await endsAfter(lab, [...strange, ...mild].join('')))) return saw('all')
        must(!(await endsAfter(lab, mild.join(''))), 'it lives on after keep_alive and CRLF')
        await ends(lab, ...strange)
        return saw('only keep_alive and CRLF')
      },
    },
    rule('R-ERROR-15', 'a line may arrive in pieces', async (lab) => {
      const cli = lab.start()
      lab.script({ scripts: [{ prompt: 'hello', replies: [[{ text: 'Hello.' }]] }] })
      const text = line(hello)
      for (let i = 0; i < text.length; i += 7) {
        cli.raw(text.slice(i, i + 7))
        await new Promise((resolve) => setTimeout(resolve, 2))
      }
      mustBe(await cli.result(), { result: 'Hello.' }, 'the result')
    }),
    {
      id: 'R-ERROR-17',
      title: 'a prompt of 10 MB is refused',
      versions: differing('taken', 'refused'),
      run: async (lab) => {
        const cli = lab.start()
        lab.script({ scripts: [], otherwise: [{ text: 'A lot.' }] })
        cli.raw(line({ type: 'user', message: { role: 'user', content: 'many words '.repeat(1_000_000) } }))
        const result = await cli.result(60_000)
        if (result.is_error !== true) return saw('taken')
        mustBe(result.result, /too long/i, 'the result')
        return saw('refused')
      },
    },
    rule('R-ERROR-18', 'stdout holds nothing but JSON lines', async (lab) => {
      const cli = lab.shared()
      lab.play(cli, [[{ text: 'Two\nlines.' }]])
      await cli.result()
      mustBe(cli.noise, [], 'other lines')
    }),
    {
      id: 'R-ERROR-19',
      title: 'U+2028 and U+2029 are escaped on stdout',
      versions: differing('escaped', 'escaped', 'as they are'),
      run: async (lab) => {
        const cli = lab.start()
        const lines: string[] = []
        const separators = 'a\u2028b\u2029c'
        lab.play(cli, [[{ text: separators }]])
        mustBe(await cli.result(), { result: separators }, 'the result')
        lines.push(...lab.takeEvidence().filter((it) => it.includes(' < ')))
        const isEscaped = lines.some((it) => it.includes('\\u2028'))
        must(lines.some((it) => /[\u2028\u2029]/.test(it)) === !isEscaped, 'all or none are escaped')
        return saw(isEscaped ? 'escaped' : 'as they are')
      },
    },
    rule('R-TYPE-68', 'a prompt needs type and message alone', async (lab) => {
      const cli = lab.shared()
      lab.script({ scripts: [{ prompt: 'hello', replies: [[{ text: 'Hello.' }]] }] })
      for (const more of [{}, { session_id: '', parent_tool_use_id: null }]) {
        cli.skip()
        cli.write({ ...hello, ...more })
        mustBe(await cli.result(), { result: 'Hello.' }, 'the result')
      }
    }),
  ],
}
