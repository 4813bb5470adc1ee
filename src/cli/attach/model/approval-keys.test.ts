import { expect, test } from 'vitest'
import { asks, DOWN, ENTER, ESCAPE, Person, UP } from '../../../../test/attach/world.ts'
import { withInput } from './outcomes.ts'

function answer(id: string, body: object) {
  return { name: 'answerApproval', call: { params: { id: 'one', approval: id }, body } }
}
const suggestions = [
  {
    type: 'addRules',
    rules: [{ toolName: 'Bash', ruleContent: 'make *' }],
    behavior: 'allow',
    destination: 'session',
  },
  { type: 'setMode', mode: 'acceptEdits', destination: 'session' },
]
const withRules = asks('a1', { request: { ...asks('a1').request, permission_suggestions: suggestions } })

function decide(keys: string, view = withRules) {
  return new Person({ approvals: [view] }).types(keys).calls
}

test('y allows, n denies with a message that may be empty, N denies and stops', () => {
  expect(decide('y')).toEqual([answer('a1', { decision: 'allow' })])
  expect(decide(`n${ENTER}`)).toEqual([answer('a1', { decision: 'deny' })])
  expect(decide(`nno, thanks${ENTER}`)).toEqual([answer('a1', { decision: 'deny', message: 'no, thanks' })])
  expect(decide('N')).toEqual([answer('a1', { decision: 'deny', interrupt: true })])
})

test('a shows the rules and sends nothing yet; Enter sends the one, Space marks several', () => {
  expect(decide('a')).toEqual([])
  expect(decide(`a${DOWN}${ENTER}`)).toEqual([answer('a1', { decision: 'allow', remember: [1] })])
  expect(decide(`a ${DOWN} ${ENTER}`)).toEqual([answer('a1', { decision: 'allow', remember: [0, 1] })])
  const back = new Person({ approvals: [withRules] }).types('a').types(ESCAPE).types('y')
  expect(back.calls).toEqual([answer('a1', { decision: 'allow' })])
  const none = new Person({ approvals: [asks('a1')] }).types('a')
  expect(none.ui.flash?.text).toContain('suggests no rule')
})

test('e changes a command in one line; it is asked about once more, as changed', () => {
  const person = new Person({ approvals: [withRules] }).types(`e -j2${ENTER}`)
  expect(person.calls).toEqual([])
  expect(person.types('y').calls).toEqual([
    answer('a1', { decision: 'allow', input: { command: 'make all -j2' } }),
  ])
  expect(decide(`e${ENTER}y`)).toEqual([answer('a1', { decision: 'allow' })])
})

test("anything else is changed in the person's editor, or here as JSON", () => {
  const edit = asks('a1', { toolName: 'Edit', request: { input: { file_path: 'a' } } })
  const person = new Person({ approvals: [edit], hasEditor: true }).types('e')
  const command = { type: 'edit-input', approval: 'a1', input: { file_path: 'a' } } as const
  expect(person.commands).toEqual([command])
  person.ui = withInput(person.ui, command, { file_path: 'b' }, undefined, 1)
  expect(person.types('y').calls).toEqual([answer('a1', { decision: 'allow', input: { file_path: 'b' } })])
  const here = new Person({ approvals: [edit] }).types(`e\x15nonsense${ENTER}`)
  expect(here.ui.flash?.level).toBe('error')
  here.types(`\x15{"file_path":"c"}${ENTER}`).types('y')
  expect(here.calls).toEqual([answer('a1', { decision: 'allow', input: { file_path: 'c' } })])
})

test('what comes up while somebody writes gets none of it', () => {
  const person = new Person()
    .types('why ')
    .news({ approvals: [withRules] })
    .types('yes')
  expect(person.calls).toEqual([])
  expect(person.ui.drafts.one?.editor.text).toBe('why yes')
  // Also the first sign after a text that was just sent.
  const sent = new Person()
    .types(`go${ENTER}`)
    .types('y')
    .types('\x7f')
    .news({ approvals: [withRules] })
    .types('y')
  expect(sent.calls.map(({ name }) => name)).toEqual(['sendMessage'])
  // After a pause it is a decision.
  const paused = new Person()
    .types('a\x7f')
    .news({ approvals: [withRules] })
    .wait(2000)
    .types('y')
  expect(paused.calls).toEqual([answer('a1', { decision: 'allow' })])
})

test('a key that is held down decides once', () => {
  const person = new Person({ approvals: [withRules, asks('a2')] }).types('yyyy')
  expect(person.calls).toEqual([answer('a1', { decision: 'allow' })])
  expect(person.wait(1000).types('y').calls).toHaveLength(2)
})

test('answered elsewhere while a message is written: the rest of it goes nowhere', () => {
  const person = new Person({ approvals: [withRules] })
    .types('nuse np')
    .news({ approvals: [] })
    .types(`m${ENTER}`)
  expect(person.calls).toEqual([])
  expect(person.ui.drafts.one?.editor.text ?? '').toBe('')
  expect(person.wait(2000).types('x').ui.drafts.one?.editor.text).toBe('x')
})

test('a plan: y approves, a with all edits, n goes on planning', () => {
  const plan = asks('p1', { kind: 'plan', toolName: 'ExitPlanMode', request: { input: { plan: '# Plan' } } })
  expect(decide('y', plan)).toEqual([answer('p1', { decision: 'allow' })])
  expect(decide('a', plan)).toEqual([answer('p1', { decision: 'allow', mode: 'acceptEdits' })])
  expect(decide(`nsmaller${ENTER}`, plan)).toEqual([answer('p1', { decision: 'deny', message: 'smaller' })])
})

test('questions: arrows, marks, own words, skipping', () => {
  const options = [{ label: 'A' }, { label: 'B' }]
  const questions = [
    { question: 'One?', options },
    { question: 'Several?', options, multiSelect: true },
  ]
  const view = asks('q1', {
    kind: 'question',
    toolName: 'AskUserQuestion',
    request: { input: { questions } },
  })
  const said = (answers: object) => [answer('q1', { decision: 'allow', answers })]
  expect(decide(`${DOWN}${ENTER} ${DOWN} ${ENTER}`, view)).toEqual(
    said({ 'One?': 'B', 'Several?': ['A', 'B'] }),
  )
  expect(decide(`${DOWN}${DOWN}my own${ENTER}12${ENTER}`, view)).toEqual(
    said({ 'One?': 'my own', 'Several?': ['A', 'B'] }),
  )
  expect(decide(`s1${DOWN}${DOWN}C${ENTER}`, view)).toEqual(said({ 'Several?': ['A', 'C'] }))
  expect(decide('x', view)).toEqual([
    answer('q1', { decision: 'deny', message: 'The user does not want to answer.' }),
  ])
})

test('a form: field by field, checked before it is sent', () => {
  const requested_schema = {
    properties: { name: { type: 'string' }, age: { type: 'integer' }, color: { enum: ['red', 'blue'] } },
    required: ['name', 'age'],
  }
  const view = asks('f1', { kind: 'elicitation', request: { message: 'Who?', requested_schema } })
  const wrong = new Person({ approvals: [view] }).types(`yme${ENTER}old${ENTER}${ENTER}`)
  expect(wrong.calls).toEqual([])
  expect(wrong.ui.approval?.step).toMatchObject({
    type: 'form',
    at: 1,
    problem: 'age: This is not a number.',
  })
  wrong.types(`\x1542${ENTER} ${ENTER}`)
  expect(wrong.calls).toEqual([
    answer('f1', { decision: 'allow', answers: { name: 'me', age: 42, color: 'red' } }),
  ])
  expect(decide('n', view)).toEqual([answer('f1', { decision: 'deny' })])
  expect(decide('c', view)).toEqual([answer('f1', { decision: 'cancel' })])
})

const RIGHT = '\x1b[C'
const LEFT = '\x1b[D'
const BACKSPACE = '\x7f'

test('a form: titles, several of a list, yes or no, and limits of numbers', () => {
  const requested_schema = {
    properties: {
      size: {
        type: 'string',
        oneOf: [
          { const: 's', title: 'Small' },
          { const: 'l', title: 'Large' },
        ],
      },
      days: {
        type: 'array',
        items: { anyOf: ['mo', 'tu', 'we'].map((it) => ({ const: it, title: `On ${it}` })) },
        maxItems: 2,
        default: ['we'],
      },
      level: { type: 'integer', enum: [10, 20] },
      hot: { type: 'boolean' },
      count: { type: 'number', minimum: 1, default: 3 },
    },
    required: ['size'],
  }
  const view = asks('f2', { kind: 'elicitation', request: { message: 'What?', requested_schema } })
  const sent = (keys: string) => decide(`y${keys}`, view)
  const answers = (given: object) => [answer('f2', { decision: 'allow', answers: given })]
  const rest = ENTER.repeat(4)
  expect(sent(` ${rest}${ENTER}`)).toEqual(answers({ size: 's', days: ['we'], count: 3 }))
  expect(sent(`${LEFT}${rest}${ENTER}`)).toEqual(answers({ size: 'l', days: ['we'], count: 3 }))
  const picked = sent(`2${ENTER} ${RIGHT}${RIGHT} ${ENTER}2${ENTER}n${ENTER}${BACKSPACE}1.5${ENTER}`)
  expect(picked).toEqual(answers({ size: 'l', days: ['mo'], level: 20, hot: false, count: 1.5 }))
  const cleared = sent(
    `1${ENTER}${BACKSPACE}${ENTER} ${BACKSPACE}${ENTER} ${BACKSPACE}${ENTER}${BACKSPACE}${ENTER}`,
  )
  expect(cleared).toEqual(answers({ size: 's' }))

  const wrong = new Person({ approvals: [view] }).types(
    `y${DOWN}12${DOWN}${DOWN}${DOWN}${BACKSPACE}0${ENTER}`,
  )
  expect(wrong.calls).toEqual([])
  expect(wrong.ui.approval?.step).toMatchObject({ at: 0, problem: 'size: This is needed.' })
  wrong.types(`1${UP}${DOWN.repeat(4)}${ENTER}`)
  expect(wrong.ui.approval?.step).toMatchObject({ at: 1, problem: 'days: At most 2.' })
  wrong.types(`3${DOWN.repeat(3)}${ENTER}`)
  expect(wrong.ui.approval?.step).toMatchObject({ at: 4, problem: 'count: At least 1.' })
  wrong.types(`${BACKSPACE}2${ENTER}`)
  expect(wrong.calls).toEqual(answers({ size: 's', days: ['mo', 'tu'], count: 2 }))
})

test('a form of nonsense can be opened, filled in with JSON, and declined', () => {
  const requested_schema = {
    properties: { constructor: null, list: { type: 'array', items: 3 } },
    required: 'x',
  }
  const view = asks('f3', { kind: 'elicitation', request: { requested_schema } })
  expect(decide(`y${ENTER}[1]${ENTER}`, view)).toEqual([
    answer('f3', { decision: 'allow', answers: { list: [1] } }),
  ])
  expect(decide('n', view)).toEqual([answer('f3', { decision: 'deny' })])
})

test('of suggestions that are none, the others keep their position', () => {
  const request = { ...asks('a1').request, permission_suggestions: ['nonsense', ...suggestions] }
  expect(decide(`a${ENTER}`, asks('a1', { request }))).toEqual([
    answer('a1', { decision: 'allow', remember: [1] }),
  ])
})

test('a kind that only a newer host knows has no keys', () => {
  const view = asks('u1', { kind: 'payment' as never })
  for (const key of ['y', 'a', 'e', 'n', 'N', 'c']) expect(decide(`${key}${ENTER}`, view)).toEqual([])
})

test('q leaves from a card that has the focus, and decides nothing', () => {
  const person = new Person({ approvals: [asks('a1')] }).wait(1000).types('q')
  expect(person.commands).toEqual([{ type: 'quit' }])
})

test.each(['y', 'a', 'e', 'n', 'N'])(
  '%s decides nothing from the list or while a message is written',
  (key) => {
    const isWritten = (text: string) =>
      new Person({ approvals: [asks('a1')] }).wait(1000).types(text).wait(1000).types(key)
    for (const before of ['\t', 'i']) {
      const { ui, calls } = isWritten(before)
      expect(calls).toEqual([])
      expect(ui.approval?.step.type).toBe('ask')
    }
  },
)
