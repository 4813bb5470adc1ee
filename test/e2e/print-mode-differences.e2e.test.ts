// Where `fairlead run` differs from `claude -p`, as docs/guide/from-claude-p.md says.
import { afterAll, beforeAll, describe, test } from 'vitest'
import { testedVersions } from './claude-binaries.ts'
import { commandsOn, expectOutcome } from './print-mode.ts'
import { commandOf, PRINT_CASES, PRINT_SCENARIO } from './print-mode-cases.ts'
import { type Stage, setStage } from './stage.ts'

const differing = PRINT_CASES.flatMap((it) =>
  it.fairlead ? [{ ...it, ours: it.fairlead, title: `${commandOf(it)} ${it.signal ?? ''}` }] : [],
)

describe.each(testedVersions)('claude -p is not fairlead run with %s', (version) => {
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(version, PRINT_SCENARIO)
  })
  afterAll(() => stage.close())

  test.each(differing)('$title', async (it) => {
    const { claude, fairlead } = commandsOn(stage)
    expectOutcome(await claude(it.args, it), it.claude)
    expectOutcome(await fairlead(it.ours.args ?? it.args, it), it.ours)
  })
})
