// `fairlead run` beside `claude -p`, where both print the same. print-mode-differences.e2e.test.ts has where they differ.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testedVersions } from './claude-binaries.ts'
import { commandsOn, expectOutcome, type Result } from './print-mode.ts'
import { commandOf, type Outcome, PRINT_CASES, PRINT_SCENARIO } from './print-mode-cases.ts'
import { type Stage, setStage } from './stage.ts'
import { historyOf } from './talk.ts'

const FIELDS = ['type', 'subtype', 'is_error', 'num_turns', 'result', 'structured_output', 'stop_reason']

/** What must be the same, where two runs cannot print the same bytes: they have ids and times of their own. */
function compared({ code, out }: Result, { prints }: Outcome): unknown {
  if (prints === 'json') {
    const message = JSON.parse(out) as Record<string, unknown>
    return [code, FIELDS.map((name) => message[name])]
  }
  if (prints === 'messages') return [code, out.trim().split('\n').map(nameOf)]
  return typeof prints === 'object' && 'error' in prints && !prints.isWordedAlike ? code : [code, out]
}

function nameOf(line: string): string {
  const { type, subtype, event } = JSON.parse(line) as Partial<Record<string, string>> & {
    event?: { type: string }
  }
  return [type, subtype, event?.type].filter(Boolean).join(' ')
}

describe.each(testedVersions)('claude -p and fairlead run with %s', (version) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(version, PRINT_SCENARIO)
  })
  afterAll(() => stage.close())

  test.each(
    PRINT_CASES.filter((it) => it.fairlead === undefined).map((it) => ({ ...it, title: commandOf(it) })),
  )('$title', async (it) => {
    const { claude, fairlead } = commandsOn(stage)
    const theirs = await claude(it.args, it)
    const ours = await fairlead(it.args, it)
    for (const result of [theirs, ours]) expectOutcome(result, it.claude)
    expect(compared(ours, it.claude)).toEqual(compared(theirs, it.claude))
  })

  test('send what is piped in after the prompt', async () => {
    const { claude, fairlead } = commandsOn(stage)
    const input = 'line 1\nline 2\n'
    await claude(['explain this'], { input })
    const theirs = historyOf(stage.model)
    expect(await fairlead(['explain this'], { input })).toEqual({ code: 0, out: 'A log.\n' })
    expect(historyOf(stage.model)).toEqual(theirs)
  })
})
