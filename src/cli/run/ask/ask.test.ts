// Real approvals, asked on injected streams: what is typed, what is shown, and what the CLI would get.
import { PassThrough } from 'node:stream'
import { describe, expect, test } from 'vitest'
import {
  type Approval,
  ElicitationApproval,
  PlanApproval,
  QuestionApproval,
  ToolApproval,
} from '../../../client/approvals/approval.ts'
import { OpenRequest } from '../../../driver/cli-requests.ts'
import type { CanUseToolRequest } from '../../../protocol/control/to-host.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import { type ApprovalDecision, toWire } from '../../../state/approvals/to-wire.ts'
import type { Io } from '../../io.ts'
import { lineInput } from '../line-input.ts'
import { TurnOutput } from '../turn-output.ts'
import { Asker } from './ask.ts'

function terminal(env: NodeJS.ProcessEnv = {}) {
  const shown = { out: '', err: '' }
  const stdin = new PassThrough()
  const io: Io = {
    stdin,
    stdout: new PassThrough(),
    stderr: new PassThrough(),
    env,
    cwd: '/',
    out: (text) => {
      shown.out += text
    },
    err: (text) => {
      shown.err += text
    },
    onInterrupt: () => () => {},
  }
  const screen = new TurnOutput(io)
  return {
    shown,
    stdin,
    screen,
    asker: new Asker(
      screen,
      lineInput(io, () => {}),
      io,
    ),
  }
}

interface Made<A extends Approval> {
  readonly approval: A
  /** What the CLI gets. */
  readonly answers: unknown[]
  readonly open: OpenRequest
}
type Kind<A> = new (open: OpenRequest, decide: (decision: ApprovalDecision) => void, request: never) => A

function made<A extends Approval>(Class: Kind<A>, request: object): Made<A> {
  const answers: unknown[] = []
  const open = new OpenRequest('r1', request as CanUseToolRequest)
  const decide = (decision: ApprovalDecision) => {
    answers.push(toWire(request as CanUseToolRequest, decision).response)
    open.answered()
  }
  return { approval: new Class(open, decide, request as never), answers, open }
}
function tool(input: JsonObject = { command: 'make' }, more: Partial<CanUseToolRequest> = {}) {
  return made(ToolApproval, { subtype: 'can_use_tool', tool_name: 'Bash', input, ...more })
}

/** What the CLI gets, and what was shown, when these lines are typed. */
async function typed({ approval, answers }: Made<Approval>, lines: string[], env?: NodeJS.ProcessEnv) {
  const { asker, stdin, shown } = terminal(env)
  stdin.end(lines.map((line) => `${line}\n`).join(''))
  await asker.approve(approval)
  expect(answers).toHaveLength(1)
  return { answer: answers[0], ...shown }
}

const RULE = {
  type: 'addRules' as const,
  rules: [{ toolName: 'Bash', ruleContent: 'make *' }],
  behavior: 'allow' as const,
  destination: 'localSettings' as const,
}
const MODE = { type: 'setMode' as const, mode: 'acceptEdits' as const, destination: 'session' as const }

describe('a tool', () => {
  test('y allows it with its input, which is shown', async () => {
    const { answer, err } = await typed(tool({ command: 'make', lines: 'a\nb' }), ['y'])
    expect(answer).toEqual({ behavior: 'allow', updatedInput: { command: 'make', lines: 'a\nb' } })
    expect(err).toContain('? Bash needs approval\n    command: make\n    lines:\n      a\n      b\n')
  })

  test('of an edit the lines that go and those that come are shown', async () => {
    const edit = { replace_all: false, file_path: '/a.js', old_string: 'a\n  b', new_string: 'a\n\x1b[2Jc' }
    const { answer, err } = await typed(tool(edit, { tool_name: 'Edit' }), ['y'])
    expect(err).toContain(
      '? Edit needs approval\n    /a.js\n    - a\n    -   b\n    + a\n    + \\u{1b}[2Jc\n  [y]es',
    )
    expect(answer).toEqual({ behavior: 'allow', updatedInput: edit })
    const all = tool({ ...edit, replace_all: true, new_string: '' }, { tool_name: 'Edit' })
    expect((await typed(all, ['y'])).err).toContain('    -   b\n    replace_all: true\n  [y]es')
  })

  test('a shows the one rule that is offered, and enter takes it', async () => {
    const { answer, err } = await typed(tool(undefined, { permission_suggestions: [RULE] }), ['a', ''])
    expect(err).toContain(
      '1  Always allow Bash(make *) (saved in .claude/settings.local.json: this project, only you)',
    )
    expect(answer).toMatchObject({ behavior: 'allow', updatedPermissions: [RULE] })
  })

  test('a lets choose among several rules', async () => {
    const asked = tool(undefined, { permission_suggestions: [RULE, MODE] })
    const { answer, err } = await typed(asked, ['a', '2'])
    expect(err).toContain('2  Switch the session to “Accept edits” (until this process')
    expect(answer).toMatchObject({ behavior: 'allow', updatedPermissions: [MODE] })
  })

  test('a goes back when nothing is chosen or offered', async () => {
    const asked = tool(undefined, { permission_suggestions: [RULE] })
    expect((await typed(asked, ['a', 'b', 'y'])).answer).not.toHaveProperty('updatedPermissions')
    expect((await typed(tool(), ['a', 'y'])).err).toContain('The CLI suggests no rule to remember')
  })

  test('e takes another input, and refuses what is none', async () => {
    const { answer, err } = await typed(tool(), ['e', '{', 'e', '[1]', 'e', '{"command":"make all"}', 'y'])
    expect(answer).toEqual({ behavior: 'allow', updatedInput: { command: 'make all' } })
    expect(err).toContain('This is not JSON')
    expect(err).toContain('must be a JSON object')
    expect(err).toContain('    command: make all\n')
  })

  test('e opens the editor where there is one', async () => {
    const EDITOR = `printf '{"command":"edited"}' >`
    expect((await typed(tool(), ['e', 'y'], { EDITOR })).answer).toMatchObject({
      updatedInput: { command: 'edited' },
    })
  })

  test('n denies it with a message, N stops the turn too', async () => {
    expect((await typed(tool(), ['n', 'use npm'])).answer).toEqual({ behavior: 'deny', message: 'use npm' })
    expect((await typed(tool(), ['N'])).answer).toMatchObject({ behavior: 'deny', interrupt: true })
  })

  test('anything else, enter too, is answered with the keys', async () => {
    const asked = tool(undefined, { permission_suggestions: [RULE] })
    const { err } = await typed(asked, ['', 'what', 'y'])
    expect(err.match(/y {2}allow once/g)).toHaveLength(2)
    expect(err).toContain('a  Always allow Bash(make *)')
  })

  test('it is denied when the input ends', async () => {
    expect((await typed(tool(), [])).answer).toEqual({ behavior: 'deny', message: 'Nobody answered.' })
  })
})

describe('while a question is open', () => {
  test('the next one waits, and what comes is shown after', async () => {
    const { asker, stdin, shown, screen } = terminal()
    const [first, second] = [tool({ command: 'one' }), tool({ command: 'two' })]
    const both = [asker.approve(first.approval), asker.approve(second.approval)]
    await new Promise(setImmediate)
    screen.line('meanwhile')
    screen.text('answer')
    expect(shown.err).toContain('one')
    expect(shown.err).not.toMatch(/two|meanwhile/)
    stdin.write('y\n')
    await both[0]
    await new Promise(setImmediate)
    expect(shown.err.indexOf('two')).toBeGreaterThan(shown.err.indexOf('meanwhile'))
    expect(shown.out).toBe('answer\n')
    stdin.write('y\n')
    await both[1]
    expect([...first.answers, ...second.answers]).toHaveLength(2)
  })

  test('one that the CLI withdraws is over', async () => {
    const { asker, shown } = terminal()
    const { approval, answers, open } = tool()
    const asked = asker.approve(approval)
    await new Promise(setImmediate)
    open.withdraw(new Error('withdrawn'))
    await asked
    expect(answers).toEqual([])
    expect(shown.err).toContain('(answered elsewhere)')
  })
})

describe('questions', () => {
  const questions = [
    { question: 'Which?', options: [{ label: 'A', description: 'the first' }, { label: 'B' }] },
    { question: 'What all?', options: [{ label: 'X' }, { label: 'Y' }], multiSelect: true },
  ]
  const asked = () =>
    made(QuestionApproval, { subtype: 'can_use_tool', tool_name: 'AskUserQuestion', input: { questions } })

  test('numbers are labels', async () => {
    const { answer, err } = await typed(asked(), ['2', '1, 2'])
    expect(answer).toMatchObject({ updatedInput: { answers: { 'Which?': 'B', 'What all?': 'X, Y' } } })
    expect(err).toContain('    1  A  the first\n')
  })

  test('anything else is an answer in own words, enter skips, x answers nothing', async () => {
    expect((await typed(asked(), ['neither', ''])).answer).toMatchObject({
      updatedInput: { answers: { 'Which?': 'neither' } },
    })
    const { answer, err } = await typed(asked(), ['7', 'x'])
    expect(answer).toMatchObject({ behavior: 'deny' })
    expect(err).toContain("'Which?' has 2 options, no number 7")
    expect((await typed(asked(), ['', '1, and more'])).answer).toMatchObject({
      updatedInput: { answers: { 'What all?': 'X, and more' } },
    })
  })
})

describe('a plan', () => {
  const asked = () =>
    made(PlanApproval, {
      subtype: 'can_use_tool',
      tool_name: 'ExitPlanMode',
      input: { plan: '# Plan\n1. Go' },
    })

  test.each([
    [['y'], { behavior: 'allow' }],
    [['a'], { behavior: 'allow', updatedPermissions: [MODE] }],
    [['?', 'n', 'shorter'], { behavior: 'deny', message: 'shorter' }],
    [['N'], { behavior: 'deny', interrupt: true }],
  ])('%j', async (lines, expected) => {
    const { answer, err } = await typed(asked(), lines)
    expect(answer).toMatchObject(expected)
    expect(err).toContain('    # Plan\n    1. Go\n')
  })
})

describe('an elicitation', () => {
  const schema = {
    type: 'object',
    required: ['name', 'age'],
    properties: {
      name: { type: 'string', title: 'Your name' },
      age: { type: 'integer' },
      size: { type: 'string', enum: ['s', 'm'], default: 'm' },
      patch: { type: 'boolean' },
    },
  }
  const asked = (more: object = { requested_schema: schema }) =>
    made(ElicitationApproval, { subtype: 'elicitation', mcp_server_name: 'shop', message: 'Who?', ...more })

  test('a form is filled in field by field', async () => {
    const { answer, err } = await typed(asked(), ['y', '', 'Ann', 'old', '42', '', 'no'])
    expect(answer).toEqual({ action: 'accept', content: { name: 'Ann', age: 42, size: 'm', patch: false } })
    expect(err).toContain('shop asks: Who?')
    expect(err).toContain('  This is not a number.\n')
  })

  test('titles, several of a list, and numbers with limits', async () => {
    const properties = {
      size: {
        oneOf: [
          { const: 's', title: 'Small' },
          { const: 'l', title: 'Large' },
        ],
      },
      days: {
        type: 'array',
        items: {
          anyOf: [
            { const: 'mo', title: 'Monday' },
            { const: 'tu', title: 'Tuesday' },
          ],
        },
        minItems: 1,
      },
      count: { type: 'number', minimum: 1, maximum: 2 },
    }
    const lines = ['y', 'huge', 'large', 'Friday', 'monday, tu', '3', '1.5']
    const { answer, err } = await typed(asked({ requested_schema: { properties } }), lines)
    expect(answer).toEqual({ action: 'accept', content: { size: 'l', days: ['mo', 'tu'], count: 1.5 } })
    expect(err).toContain('  size [one of Small (s), Large (l)]: ')
    expect(err).toContain('  This is not one of Monday (mo), Tuesday (tu).\n')
    expect(err).toContain('  At most 2.\n')
  })

  test('it can be declined or cancelled, and a page accepted', async () => {
    expect((await typed(asked(), ['n'])).answer).toEqual({ action: 'decline' })
    expect((await typed(asked(), ['c'])).answer).toEqual({ action: 'cancel' })
    const page = asked({ mode: 'url', url: 'https://example.com/pay' })
    const { answer, err } = await typed(page, ['y'])
    expect(answer).toEqual({ action: 'accept' })
    expect(err).toContain('https://example.com/pay')
  })
})
