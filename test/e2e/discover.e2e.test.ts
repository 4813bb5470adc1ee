// The real programs searched by `fairlead discover`: what it finds in hundreds of megabytes must fit what is known.
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type Comparison, compareAll } from '../../src/cli/discover/compare.ts'
import type { Findings } from '../../src/cli/discover/findings.ts'
import { locate, readSource } from '../../src/cli/discover/read-source.ts'
import { type ClaudeVersion, claudeBinary, withFreshHome } from './claude-binaries.ts'

const seen = new Map<string, Promise<{ findings: Findings; areas: Comparison[] }>>()

function search(path: string) {
  const known = seen.get(path)
  if (known) return known
  const answer = withFreshHome(async (env) => {
    const findings = await readSource(await locate(path, { env, cwd: process.cwd() }), env)
    return { findings, areas: compareAll(findings) }
  })
  seen.set(path, answer)
  return answer
}
const searchVersion = (version: ClaudeVersion) => search(claudeBinary(version))
const named = (areas: readonly Comparison[], name: string) =>
  areas.find(({ area }) => area === name) as Comparison

describe.each(['2.1.197', '2.1.325'] as const)('Claude Code %s', (version) => {
  test('R-DISCOVER-1 R-DISCOVER-2 its texts tell types and subtypes, most of them internal', async () => {
    const { findings } = await searchVersion(version)
    expect([...findings.anyType]).toEqual(
      expect.arrayContaining(['system', 'assistant', 'result', 'stream_event']),
    )
    expect([...findings.anySubtype]).toEqual(expect.arrayContaining(['init', 'interrupt', 'can_use_tool']))
    expect(findings.anyType.size).toBeGreaterThan(500)
    expect(findings.types.size).toBeLessThan(60)
    expect(findings.types).toContain('rate_limit_event')
    expect(findings.systemSubtypes).toContain('compact_boundary')
    expect(findings.controlSubtypes).toContain('set_permission_mode')
    expect(findings.controlSubtypes).not.toContain('success')
  })

  test('R-DISCOVER-5 what a host needs is known', async () => {
    const { areas } = await searchVersion(version)
    expect(named(areas, 'result subtypes')).toMatchObject({ new: [], gone: [] })
    expect(named(areas, 'permission modes').new).toEqual([])
    expect(named(areas, 'control request subtypes').known).toEqual(
      expect.arrayContaining(['can_use_tool', 'hook_callback', 'initialize', 'interrupt', 'mcp_message']),
    )
    expect(named(areas, 'flags').known).toEqual(
      expect.arrayContaining(['--permission-prompt-tool', '--resume']),
    )
  })
})

test('R-DISCOVER-7 every control subtype in the schemas of 197 is still in those of 325', async () => {
  const [old, recent] = await Promise.all([searchVersion('2.1.197'), searchVersion('2.1.325')])
  expect(old.findings.controlSubtypes.size).toBeGreaterThan(30)
  expect(
    [...old.findings.controlSubtypes].filter((name) => !recent.findings.controlSubtypes.has(name)),
  ).toEqual([])
})

test('R-DISCOVER-3 R-DISCOVER-4 the npm package tells the same in its declarations and JavaScript', async () => {
  const { areas } = await search(resolve(claudeBinary('2.1.325'), '../../claude-agent-sdk'))
  expect(named(areas, 'control request subtypes').known).toContain('interrupt')
  expect(named(areas, 'message types').known).toContain('rate_limit_event')
  expect(named(areas, 'permission modes').known).toContain('acceptEdits')
  expect(named(areas, 'flags').known).toEqual(
    expect.arrayContaining(['--permission-prompt-tool', '--resume']),
  )
})
