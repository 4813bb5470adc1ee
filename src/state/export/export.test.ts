import { describe, expect, test } from 'vitest'
import * as say from '../../../test/state/talk.ts'
import { Timeline } from '../../../test/state/timeline.ts'
import { toJson } from './json.ts'
import { toMarkdown } from './markdown.ts'
import { bounded, boundedValue, printable } from './options.ts'
import { toPlainText } from './plain-text.ts'

const question = {
  questions: [{ question: 'Which?', options: [{ label: 'A', description: 'first' }, { label: 'B' }] }],
}
const canUse = (tool: string, id: string, input: object) => ({
  subtype: 'can_use_tool',
  tool_name: tool,
  input,
  tool_use_id: id,
})

/** A bit of everything. */
function session(): Timeline {
  const line = new Timeline().ready().event({ kind: 'titled', title: 'A test' }).prompt('p', 'Do *it*')
  line.hear(
    say.init(),
    say.echo('p'),
    say.reply('m1', [{ type: 'thinking', thinking: 'hm' }]),
    say.text('m1', 'I **run** it.'),
  )
  line
    .hear(say.call('m1', 't1', 'Bash', { command: 'echo `x`' }))
    .asked('a1', canUse('Bash', 't1', { command: 'echo `x`' }))
  line.answer('a1', { behavior: 'allow', updatedInput: { command: 'echo y' } })
  line
    .at(12)
    .hear(say.result('t1', '```\ny\n'), say.call('m1', 't2', 'Agent', { description: 'sub', prompt: 'go' }))
  line.hear(
    say.user('go', { parent_tool_use_id: 't2' }),
    say.text('m2', 'inner', { parent_tool_use_id: 't2' }),
  )
  line.hear(say.call('m2', 't3', 'Read', { file_path: '/a' }, { parent_tool_use_id: 't2' }))
  line.hear(
    say.result('t3', 'no', true, { parent_tool_use_id: 't2' }),
    say.result('t2', [{ type: 'text', text: 'over' }]),
  )
  line
    .hear(say.call('m3', 'q', 'AskUserQuestion', question))
    .asked('a2', canUse('AskUserQuestion', 'q', question))
  line.answer('a2', { behavior: 'allow', updatedInput: { ...question, answers: { 'Which?': ['A', 'B'] } } })
  line.hear(
    say.result('q', 'ok'),
    say.call('m3', 'x', 'ExitPlanMode', { plan: '# Plan\n\n1. do' }),
    say.result('x', 'ok'),
  )
  line.hear(
    say.system('informational', { content: 'careful', level: 'warning' }),
    say.system('notification', { text: 'psst' }),
  )
  const compact_metadata = { trigger: 'auto', pre_tokens: 100, post_tokens: 10 }
  line.hear(say.system('compact_boundary', { compact_metadata }), say.user('so far', { isSynthetic: true }))
  line.event({ kind: 'unknown', value: { type: 'new' }, reason: 'type "new" is <not> listed' })
  return line.hear(say.begin('m4'), say.block(0), say.more(0, 'being wri'))
}

describe('Markdown', () => {
  test('has everything, sub-agents in quotes', () => {
    expect(toMarkdown(session().state)).toBe(`# A test

\`opus\` · \`/work\` · \`s\`

## User

Do *it*

<details><summary>Thinking</summary>

hm

</details>

I **run** it.

**Bash** \`\` echo \`x\` \`\` — done, 12 s

\`\`\`json
{
  "command": "echo \`x\`"
}
\`\`\`

Run with another input:

\`\`\`json
{
  "command": "echo y"
}
\`\`\`

\`\`\`\`
\`\`\`
y
\`\`\`\`

**Agent** \`sub\` — done

\`\`\`json
{
  "description": "sub",
  "prompt": "go"
}
\`\`\`

\`\`\`
over
\`\`\`

> ## Claude Code
>
> go
>
> inner
>
> **Read** \`/a\` — failed
>
> \`\`\`json
> {
>   "file_path": "/a"
> }
> \`\`\`
>
> \`\`\`
> no
> \`\`\`

**Question** — done

Which?

- A: first
- B

Answer: **A, B**

**Plan** — done

> # Plan
>
> 1. do

> **warning** careful

> **information** psst

_Conversation compacted (auto, 100 → 10 tokens)_

<details><summary>Summary</summary>

so far

</details>

<details><summary>type "new" is &lt;not> listed</summary>

\`\`\`json
{
  "type": "new"
}
\`\`\`

</details>
`)
  })

  test('leaves out what is not wanted, and has what is being written if it is', () => {
    const text = toMarkdown(session().state, { thinking: false, notices: false, drafts: true })
    expect(text).not.toMatch(/Thinking|careful|psst|new/)
    expect(text).toMatch(/being wri _\(being written\)_\n$/)
  })
})

describe('plain text', () => {
  test('has everything, sub-agents indented', () => {
    expect(toPlainText(session().state, { drafts: true })).toBe(`A test
opus
/work
s

> Do *it*

(thinking)
    hm

I **run** it.

[Bash] echo y (done, 12 s)
    \`\`\`
    y

[Agent] sub (done)
    over

    | go

    inner

    [Read] /a (failed)
        no

[Question] done
    Which? (A / B)
    = A, B

[Plan] done
    # Plan

    1. do

* warning: careful

* psst

* Conversation compacted (auto, 100 → 10 tokens)
    so far

? {"type":"new"}

being wri (being written)
`)
  })

  test('has nothing that a terminal would obey', () => {
    const line = new Timeline().ready().prompt('p', '\u001b[31mred\u001b[0m\u0007').hear(say.init())
    line.hear(
      say.call('m', 't', 'Bash', { command: '\u001b]0;title\u0007ls' }),
      say.result('t', 'a\r\nb\u009b2J\tc'),
    )
    const text = toPlainText(line.state)
    expect(text).toContain('> red\n')
    expect(text).toContain('[Bash] \\u{1b}]0;title\\u{7}ls (done)\n    a\n    b2J\tc')
    expect(text).not.toMatch(/(?![\n\t])\p{Cc}/u)
  })

  test('tells what is cut off, attached or hidden', () => {
    const line = new Timeline().ready().hear(say.init())
    const image = { type: 'image', source: { type: 'url', url: 'x' } }
    const file = { type: 'document', title: 'a.pdf', source: { type: 'url', url: 'x' } }
    line.hear(say.echo('p', [{ type: 'text', text: 'look' }, image, file]))
    line.hear(
      say.reply('m', [{ type: 'redacted_thinking', data: '' }]),
      say.text('m', 'half', { aborted: true }),
    )
    line.hear(say.begin('m2'), say.block(0, { type: 'tool_use', id: 't', name: 'Bash', input: {} }))
    line.hear(say.delta(0, { type: 'input_json_delta', partial_json: '{"command":"l' }))
    expect(toPlainText(line.state, { drafts: true }).split('\n\n').slice(1)).toEqual([
      '> look\n> [image]\n> [document: a.pdf]',
      '(thinking, not shown)',
      'half (cut off)',
      '[Bash] {"command":"l"} (being written)\n',
    ])
  })
})

describe('JSON', () => {
  test('has the items as they are, those of a sub-agent within its call', () => {
    const { title, model, cwd, sessionIds, items } = toJson(session().state)
    expect({ title, model, cwd, sessionIds }).toEqual({
      title: 'A test',
      model: 'opus',
      cwd: '/work',
      sessionIds: ['s'],
    })
    expect(items.map(({ kind }) => kind)).toEqual([
      ...[
        'user',
        'thinking',
        'text',
        'tool',
        'tool',
        'question',
        'plan',
        'notice',
        'notice',
        'compaction',
        'raw',
      ],
    ])
    expect(items[4]).toMatchObject({
      toolUseId: 't2',
      items: [{ kind: 'user' }, { kind: 'text', text: 'inner' }, { toolUseId: 't3', status: 'failed' }],
    })
    expect(items[3]).not.toHaveProperty('items')
    expect(toJson(session().state, { drafts: true }).items.at(-1)).toMatchObject({
      kind: 'draft',
      of: 'text',
      text: 'being wri',
    })
  })

  test('of an empty session is empty', () => {
    expect(toJson(new Timeline().state)).toEqual({ sessionIds: [], items: [] })
    expect(toMarkdown(new Timeline().state)).toBe('# Conversation\n')
    expect(toPlainText(new Timeline().state)).toBe('Conversation\n')
  })
})

describe('what tools were given and gave', () => {
  const big = () => {
    const line = new Timeline()
      .ready()
      .hear(say.init(), say.call('m', 't', 'Write', { content: 'i'.repeat(9000) }))
    return line.hear(
      say.result('t', 'o'.repeat(9000), false, { tool_use_result: { stdout: 'd'.repeat(9000) } }),
    ).state
  }

  test.each([
    ['Markdown', (max?: number) => toMarkdown(big(), max === undefined ? {} : { maxToolText: max })],
    ['plain text', (max?: number) => toPlainText(big(), max === undefined ? {} : { maxToolText: max })],
    ['JSON', (max?: number) => JSON.stringify(toJson(big(), max === undefined ? {} : { maxToolText: max }))],
  ])('is bounded in %s', (_name, exported) => {
    expect(exported().length).toBeLessThan(14_000)
    expect(exported(100).length).toBeLessThan(1100)
    expect(exported(100)).toContain('more characters)')
    expect(exported(100_000)).toContain('o'.repeat(9000))
  })

  test('texts end with a whole character', () => {
    expect(bounded('ab😀', 3)).toBe('ab… (1 more characters)')
    expect(bounded('ab😀', 4)).toBe('ab😀')
  })

  test('values keep their shape as far as they go', () => {
    const value = { a: 'x'.repeat(20), list: [1, 2, 3], deep: { b: 'y' } }
    expect(boundedValue(value, 1000)).toEqual(value)
    expect(boundedValue(value, 10)).toEqual({ a: 'xxxxxxxxx… (11 more characters)', '…': '2 more' })
    expect(boundedValue(['aaaa', 'bbbb', 'cccc'], 6)).toEqual(['aaaa', 'bb… (2 more characters)', '1 more'])
    expect(boundedValue(null, 0)).toBe(null)
  })

  test('printable leaves line feeds, tabs and all that is no command', () => {
    expect(printable('a\tb\nc [0] é')).toBe('a\tb\nc [0] é')
  })
})
