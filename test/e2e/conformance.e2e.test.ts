// Holds the simulator, in both versions, to every rule of the kit; the real CLIs have files of their own.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { checkConformance, GROUPS } from '../../src/conformance/index.ts'
import { allRecorded } from '../../src/conformance/recorded.ts'
import { findBinary } from '../../src/process/find-binary.ts'
import { command, holdToRules } from './conformance-rules.ts'

/** Every rule that the kit checks, but for the slow ones. */
const RULES = [
  ...['R-FLAG-2', 'R-FLAG-3', 'R-FLAG-4', 'R-FLAG-5', 'R-FLAG-6', 'R-FLAG-7'],
  ...['R-FLAG-8', 'R-FLAG-9', 'R-FLAG-10', 'R-FLAG-11', 'R-FLAG-12', 'R-FLAG-13'],
  ...['R-FLAG-15', 'R-FLAG-16', 'R-FLAG-17', 'R-FLAG-19', 'R-FLAG-20', 'R-FLAG-21'],
  ...['R-FLAG-23', 'R-FLAG-27', 'R-FLAG-32', 'R-FLAG-33'],
  ...['R-MCP-2', 'R-MCP-6', 'R-MCP-12', 'R-MCP-13', 'R-MCP-14', 'R-MCP-15'],
  ...['R-MCP-11', 'R-MCP-18', 'R-MCP-20', 'R-MCP-22', 'R-MCP-23', 'R-MCP-25', 'R-MCP-26', 'R-MCP-27'],
  ...['R-INIT-1', 'R-INIT-2', 'R-INIT-3', 'R-INIT-4', 'R-INIT-5', 'R-INIT-6'],
  ...['R-INIT-8', 'R-INIT-9', 'R-INIT-10', 'R-INIT-11', 'R-INIT-13', 'R-INIT-15'],
  ...['R-TYPE-4', 'R-TYPE-8', 'R-TYPE-19', 'R-TYPE-37', 'R-TYPE-41', 'R-TYPE-42'],
  ...['R-TYPE-46', 'R-TYPE-48', 'R-TYPE-49', 'R-TYPE-68'],
  ...['R-CONTROL-10', 'R-CONTROL-11', 'R-CONTROL-22', 'R-CONTROL-24', 'R-CONTROL-28', 'R-CONTROL-34'],
  ...['R-CONTROL-36', 'R-CONTROL-43', 'R-CONTROL-45', 'R-CONTROL-46', 'R-CONTROL-48', 'R-CONTROL-49'],
  ...['R-CONTROL-51', 'R-CONTROL-53', 'R-CONTROL-54', 'R-CONTROL-55', 'R-CONTROL-56', 'R-CONTROL-57'],
  ...['R-CONTROL-60', 'R-CONTROL-63', 'R-CONTROL-64', 'R-CONTROL-66', 'R-CONTROL-68'],
  ...['R-STREAM-1', 'R-STREAM-3', 'R-STREAM-4', 'R-STREAM-5', 'R-STREAM-9', 'R-STREAM-10'],
  ...['R-STREAM-11', 'R-STREAM-12', 'R-STREAM-13', 'R-STREAM-14', 'R-STREAM-16', 'R-STREAM-17'],
  ...['R-STREAM-18'],
  ...['R-REPLAY-1', 'R-REPLAY-2', 'R-REPLAY-3', 'R-REPLAY-7', 'R-REPLAY-8', 'R-REPLAY-9'],
  ...['R-REPLAY-10', 'R-REPLAY-11', 'R-REPLAY-12', 'R-REPLAY-13', 'R-REPLAY-14', 'R-REPLAY-15'],
  ...['R-REPLAY-16'],
  ...['R-QUEUE-1', 'R-QUEUE-2', 'R-QUEUE-4', 'R-QUEUE-5', 'R-QUEUE-7', 'R-QUEUE-8'],
  ...['R-QUEUE-9', 'R-QUEUE-10', 'R-QUEUE-11'],
  ...['R-APPROVE-1', 'R-APPROVE-3', 'R-APPROVE-4', 'R-APPROVE-5', 'R-APPROVE-6', 'R-APPROVE-7'],
  ...['R-APPROVE-8', 'R-APPROVE-9', 'R-APPROVE-10', 'R-APPROVE-11', 'R-APPROVE-13', 'R-APPROVE-14'],
  ...['R-APPROVE-15', 'R-APPROVE-16', 'R-APPROVE-17', 'R-APPROVE-18', 'R-APPROVE-19', 'R-APPROVE-21'],
  ...['R-APPROVE-22', 'R-APPROVE-23', 'R-APPROVE-24', 'R-APPROVE-27', 'R-APPROVE-28', 'R-APPROVE-29'],
  ...['R-APPROVE-30', 'R-APPROVE-31', 'R-APPROVE-34', 'R-APPROVE-35', 'R-APPROVE-36', 'R-APPROVE-38'],
  ...['R-APPROVE-39', 'R-APPROVE-44'],
  ...['R-ASK-1', 'R-ASK-2', 'R-ASK-4', 'R-ASK-5', 'R-ASK-6', 'R-ASK-7'],
  ...['R-ASK-8', 'R-ASK-9', 'R-ASK-11', 'R-ASK-12', 'R-ASK-13', 'R-ASK-14'],
  ...['R-ASK-15', 'R-ASK-16'],
  ...['R-PERM-13'],
  ...['R-INTR-2', 'R-INTR-3', 'R-INTR-4', 'R-INTR-5', 'R-INTR-6', 'R-INTR-7'],
  ...['R-INTR-8', 'R-INTR-10', 'R-INTR-11', 'R-INTR-13', 'R-INTR-14', 'R-INTR-15'],
  ...['R-INTR-16', 'R-INTR-18'],
  ...['R-ENV-6', 'R-ENV-7', 'R-ENV-8', 'R-ENV-9', 'R-ENV-10', 'R-ENV-11', 'R-ENV-14', 'R-ENV-18'],
  ...['R-HOOK-3', 'R-HOOK-4', 'R-HOOK-35', 'R-HOOK-37', 'R-HOOK-38', 'R-HOOK-39'],
  ...['R-HOOK-40', 'R-HOOK-42', 'R-HOOK-43', 'R-HOOK-44', 'R-HOOK-48'],
  ...['R-ERROR-1', 'R-ERROR-2', 'R-ERROR-5', 'R-ERROR-6', 'R-ERROR-9', 'R-ERROR-10'],
  ...['R-ERROR-11', 'R-ERROR-12', 'R-ERROR-13', 'R-ERROR-14', 'R-ERROR-15', 'R-ERROR-17'],
  ...['R-ERROR-18', 'R-ERROR-19', 'R-ERROR-21'],
  ...['R-RESULT-1', 'R-RESULT-4', 'R-RESULT-5', 'R-RESULT-7', 'R-RESULT-10'],
  ...['R-COST-1', 'R-COST-2', 'R-COST-3', 'R-COST-6'],
  ...['R-LIVE-13', 'R-LIVE-18'],
  ...['R-END-1', 'R-END-2', 'R-END-4', 'R-END-5', 'R-END-6', 'R-END-8'],
  ...['R-END-9', 'R-END-10', 'R-END-11', 'R-END-15'],
  ...['R-DEBUG-1', 'R-DEBUG-3', 'R-DEBUG-5', 'R-DEBUG-6'],
  ...['R-SESSION-1', 'R-SESSION-2', 'R-SESSION-3', 'R-SESSION-4', 'R-SESSION-5', 'R-SESSION-6'],
  ...['R-SESSION-7', 'R-SESSION-8', 'R-SESSION-9', 'R-SESSION-10', 'R-SESSION-11', 'R-SESSION-12'],
  ...['R-SESSION-13', 'R-SESSION-14', 'R-SESSION-16', 'R-SESSION-17'],
  ...['R-COMPACT-1', 'R-COMPACT-3', 'R-COMPACT-4', 'R-COMPACT-5', 'R-COMPACT-7'],
  ...['R-TASK-1', 'R-TASK-2', 'R-TASK-3', 'R-TASK-5', 'R-TASK-7', 'R-TASK-8'],
  ...['R-TASK-10'],
  ...['R-DISCOVER-6', 'R-DISCOVER-8'],
]

/**
 * The rules that take minutes. Both real CLIs were held to them with `--slow`, which is recorded; here only the
 * simulator is, in haste.
 */
const SLOW = [
  ...['R-APPROVE-25', 'R-APPROVE-26', 'R-ERROR-3', 'R-ERROR-4', 'R-HOOK-46', 'R-HOOK-47'],
  ...['R-LIVE-9', 'R-LIVE-11', 'R-LIVE-12', 'R-MCP-17'],
]
/** The tool of 130 s takes 3 s, and a heartbeat comes each 0.7 s: a busy machine is late by less. */
const HASTE = 3 / 130
/** The simulator waits 60 s here, whatever its speed. */
const NOT_IN_HASTE = ['R-MCP-17']
/** What the old version does not do. */
const NEWER_ONLY = ['R-HOOK-47']

afterEach(() => {
  vi.unstubAllEnvs()
})

test('the kit checks these rules', () => {
  const ids = (isSlow: boolean) =>
    GROUPS.flatMap(({ rules }) => rules.filter(({ slow = false }) => slow === isSlow).map(({ id }) => id))
  expect(ids(false).sort()).toEqual([...RULES].sort())
  expect(ids(true).sort()).toEqual([...SLOW].sort())
  expect(existsSync(command)).toBe(true)
})

for (const version of ['2.1.197', '2.1.325']) holdToRules(`the simulator as ${version}`, version, () => 'sim')

describe('rules that take minutes', () => {
  describe.each(['2.1.197', '2.1.325'])('recorded of %s', (version) => {
    const recorded = allRecorded().find((it) => it.version === version)
    const verdict = (id: string) =>
      NEWER_ONLY.includes(id) && version === '2.1.197' ? 'unsupported' : 'holds'
    test.each(SLOW)('%s', (id) => {
      expect(recorded?.rules[id]).toMatchObject({ verdict: verdict(id) })
    })
  })

  test.each(['2.1.197', '2.1.325'])('the simulator as %s keeps them in haste', async (version) => {
    // A path for each: what a binary says of its version is asked once.
    const path = fileURLToPath(new URL(`simulated/claude-${version}`, import.meta.url))
    const binary = findBinary({ binary: path })
    vi.stubEnv('FAIRLEAD_SIM_SPEED', '0')
    vi.stubEnv('FAIRLEAD_SIM_HEARTBEAT_MS', String(30_000 * HASTE))
    const only = SLOW.filter((id) => !NOT_IN_HASTE.includes(id))
    const { outcomes, unexpected } = await checkConformance({ binary, only, haste: HASTE })
    expect(unexpected).toEqual([])
    expect(outcomes.map(({ id }) => id).sort()).toEqual([...only].sort())
  })
})
