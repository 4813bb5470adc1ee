/** From `can_use_tool` to the answer and its effect. */
import type { JsonObject } from '../../protocol/json.ts'
import { lastConversation } from '../asked-model.ts'
import { inputOf } from '../driver.ts'
import { aText, at } from '../match.ts'
import { named, namesOf, resultsIn, TOOL_INTERRUPTED, textOf, write } from '../names.ts'
import { differing, type Group, rule } from '../rule.ts'
import { must, mustBe, saw } from '../verdict.ts'
import { allow, answered, DENY, decided, mustBeAborted } from './steps.ts'

export const approvals: Group = {
  name: 'approvals',
  rules: [
    rule('R-APPROVE-1', 'a tool that needs permission does not run before the answer', async (lab) => {
      const cli = lab.shared()
      lab.play(cli, [[write(lab.path('waits.txt'))]])
      const asked = await cli.asked()
      await cli.settled()
      must(!lab.has('waits.txt'), 'the file is not there before the answer')
      cli.answer(asked, allow(asked))
      await cli.result()
      must(lab.has('waits.txt'), 'the file is there after it')
    }),
    rule('R-APPROVE-3', 'an allow with the whole input runs the tool', async (lab) => {
      const { ran, result } = await answered(lab, 'whole.txt', (asked) => allow(asked))
      must(ran, 'the file is written')
      mustBe(result, { subtype: 'success', permission_denials: [] }, 'the result')
    }),
    {
      id: 'R-APPROVE-4',
      title: 'an allow without updatedInput',
      versions: differing('counts as a denial', 'runs the tool'),
      run: async (lab) => {
        const { ran, result } = await answered(lab, 'no-input.txt', () => ({ behavior: 'allow' }))
        const denials = result.permission_denials as unknown[]
        must(ran === (denials.length === 0), 'it ran, or it counts as a denial')
        return saw(ran ? 'runs the tool' : 'counts as a denial')
      },
    },
    {
      id: 'R-APPROVE-5',
      title: 'an updatedInput of {} runs the original',
      versions: differing('the original runs', 'the original runs', 'it runs without input'),
      run: async (lab) => {
        const empty = () => ({ behavior: 'allow', updatedInput: {} })
        const { ran, told } = await answered(lab, 'empty-input.txt', empty)
        mustBe(told, { isError: !ran }, 'the tool result')
        if (!ran) return saw('it runs without input')
        mustBe(lab.read('empty-input.txt'), lab.path('empty-input.txt'), 'the file')
        return saw('the original runs')
      },
    },
    rule('R-APPROVE-6', 'an updatedInput of null is a denial', async (lab) => {
      const { ran, result, told } = await answered(lab, 'null-input.txt', () => ({
        behavior: 'allow',
        updatedInput: null,
      }))
      must(!ran, 'the tool does not run')
      mustBe(result.permission_denials, [{ tool_name: 'Write' }], 'permission_denials')
      mustBe(told, { isError: true, text: aText }, 'the tool result')
    }),
    rule('R-APPROVE-7', 'a changed input runs, and the history keeps the original', async (lab) => {
      const other = lab.path('changed.txt')
      const { ran, seen } = await answered(lab, 'original.txt', () => ({
        behavior: 'allow',
        updatedInput: { file_path: other, content: 'changed' },
      }))
      must(!ran, 'the original is not written')
      mustBe(lab.read('changed.txt'), 'changed', 'the changed file')
      const input = { file_path: lab.path('original.txt') }
      const said = JSON.stringify(named(seen, 'assistant'))
      must(said.includes(input.file_path) && !said.includes(other), 'assistant has the original')
      const use = lastConversation(lab.model).findLast(({ role }) => role === 'assistant')
      mustBe(at(use, 'content', 0, 'input'), input, 'the history of the API')
    }),
    {
      id: 'R-APPROVE-8',
      title: 'an input against the schema is a tool error and no denial',
      versions: differing('of the schema', 'of the schema', 'of the tool itself'),
      run: async (lab) => {
        const { ran, result, told } = await answered(lab, 'schema.txt', (asked) => ({
          behavior: 'allow',
          updatedInput: { ...inputOf(asked), content: 7 },
        }))
        must(!ran, 'the tool does not run')
        mustBe(result.permission_denials, [], 'permission_denials')
        mustBe(told, { isError: true, text: aText }, 'the tool result')
        return saw(told?.text.includes('schema') ? 'of the schema' : 'of the tool itself')
      },
    },
    {
      id: 'R-APPROVE-9',
      title: 'the input of the request has absolute paths',
      versions: differing('absolute', 'absolute', 'as the model gave it'),
      run: async (lab) => {
        const { asked } = await decided(lab, write('relative.txt'), () => DENY)
        const { file_path } = inputOf(asked)
        if (file_path === 'relative.txt') return saw('as the model gave it')
        mustBe(file_path, lab.path('relative.txt'), 'file_path')
        return saw('absolute')
      },
    },
    rule('R-APPROVE-10', 'the message of a denial is the result of the tool', async (lab) => {
      const { ran, result, told } = await answered(lab, 'denied.txt', () => DENY)
      must(!ran, 'the tool does not run')
      mustBe(told, { isError: true, text: DENY.message }, 'the tool result')
      mustBe(result, { subtype: 'success', is_error: false, result: 'Done.' }, 'the result')
    }),
    rule('R-APPROVE-11', 'strange answers are denials, and the turn goes on', async (lab) => {
      for (const answer of [{ behavior: 'deny' }, { behavior: 'perhaps', message: 'Who knows?' }, {}]) {
        const what = JSON.stringify(answer)
        const { ran, result, told } = await answered(lab, 'strange.txt', () => answer)
        must(!ran, `the tool does not run after ${what}`)
        mustBe(result, { subtype: 'success', permission_denials: [{}] }, `the result after ${what}`)
        mustBe(told, { isError: true, text: aText }, `the tool result after ${what}`)
      }
    }),
    {
      id: 'R-APPROVE-13',
      title: 'a denial with interrupt ends the turn and drops its message',
      versions: differing('dropped', 'dropped', 'kept'),
      run: async (lab) => {
        const denied = await answered(lab, 'stopped.txt', () => ({ ...DENY, interrupt: true }))
        mustBeAborted(denied.result, 'aborted_tools')
        must(
          denied.seen.some((message) => textOf(message) === TOOL_INTERRUPTED),
          'the marker comes',
        )
        lab.play(denied.cli, [[{ text: 'Back.' }]])
        mustBe(await denied.cli.result(), { result: 'Back.' }, 'the next turn')
        return saw(JSON.stringify(resultsIn(denied.seen)).includes(DENY.message) ? 'kept' : 'dropped')
      },
    },
    rule('R-APPROVE-14', 'an error as answer is the result of the tool', async (lab) => {
      const cli = lab.shared()
      const from = cli.here
      lab.play(cli, [[write(lab.path('error.txt'))]])
      const { request_id } = await cli.asked()
      const response = { subtype: 'error', request_id, error: 'out of order' }
      cli.write({ type: 'control_response', response })
      mustBe(await cli.result(), { subtype: 'success', result: 'Done.' }, 'the result')
      mustBe(resultsIn(cli.since(from)), [{ isError: true, text: /out of order/ }], 'the tool result')
    }),
    rule(
      'R-APPROVE-15',
      'an answer to an unknown request is ignored, and the right one works later',
      async (lab) => {
        const cli = lab.shared()
        lab.play(cli, [[write(lab.path('later.txt'))]])
        const asked = await cli.asked()
        cli.write({ type: 'control_response', request_id: asked.request_id, response: allow(asked) })
        cli.answer({ request_id: 'nobody' }, allow(asked))
        await cli.settled()
        must(!lab.has('later.txt'), 'the tool does not run')
        cli.answer(asked, allow(asked))
        await cli.result()
        must(lab.has('later.txt'), 'it runs after the right answer')
      },
    ),
    rule('R-APPROVE-16', 'the first answer counts', async (lab) => {
      const cli = lab.shared()
      const both = (asked: JsonObject) => {
        cli.answer(asked, DENY)
        return allow(asked)
      }
      const { ran, told } = await answered(lab, 'first.txt', both, cli)
      mustBe(told, { text: DENY.message }, 'the tool result')
      must(!ran, 'the tool does not run')
    }),
    rule('R-APPROVE-17', 'toolUseID does not matter', async (lab) => {
      const { ran } = await answered(lab, 'id.txt', (asked) => allow(asked, { toolUseID: 'toolu_other' }))
      must(ran, 'the tool runs')
    }),
    {
      id: 'R-APPROVE-30',
      title: 'a cancel from the host is ignored',
      versions: differing('ignored', 'ignored', 'ends it with 1'),
      run: async (lab) => {
        const cli = lab.start()
        lab.play(cli, [[write(lab.path('cancelled.txt'))]])
        const asked = await cli.asked()
        cli.write({ type: 'control_cancel_request', request_id: asked.request_id })
        await cli.settled().catch(() => {})
        if (cli.ending !== undefined) return saw(`ends it with ${cli.ending.exitCode}`)
        cli.answer(asked, allow(asked))
        await cli.result()
        must(lab.has('cancelled.txt'), 'the answer still works')
        return saw('ignored')
      },
    },
    rule('R-APPROVE-44', 'each denied tool is in permission_denials', async (lab) => {
      const { asked, result } = await answered(lab, 'listed.txt', () => DENY)
      const tool_use_id = at(asked, 'request', 'tool_use_id')
      const tool_input = { file_path: lab.path('listed.txt') }
      mustBe(result.permission_denials, [{ tool_name: 'Write', tool_use_id, tool_input }], 'the list')
    }),
    rule('R-CONTROL-36', 'the fields of can_use_tool', async (lab) => {
      const { asked, seen } = await answered(lab, 'fields.txt', () => DENY)
      mustBe(
        asked,
        {
          request_id: aText,
          request: { tool_name: 'Write', tool_use_id: aText, input: { content: aText } },
        },
        'can_use_tool',
      )
      mustBe(namesOf(seen, 'control_request'), ['control_request'], 'the requests')
    }),
  ],
}
