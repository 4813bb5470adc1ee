/** What the real CLI does and hosts seldom see: files after a resume, servers over HTTP, and messages beside a turn. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serveMcp } from '../simulator/http-mcp.ts'
import { testedVersions } from './claude-binaries.ts'
import { isConversation, Scene } from './scene.ts'
import { nextMessage, type Stage, setStage } from './stage.ts'
import { isA, namesOf } from './talk.ts'

describe.each(testedVersions)('with %s', (version) => {
  const isOld = version === '2.1.197'
  let stage: Stage
  beforeAll(async () => {
    stage = await setStage(version, { scripts: [] })
  })
  afterAll(() => stage.close())
  const file = (name: string) => join(stage.cwd, name)
  const write = (name: string, content: string) =>
    ({ tool: 'Write', input: { file_path: file(name), content } }) as const

  test('R-CONTROL-59: files go back also where the session was resumed or forked', async () => {
    const options = { fileCheckpointing: true, permissionMode: 'acceptEdits' } as const
    const scene = await Scene.open(stage, options)
    const first = scene.play([write('log.txt', 'one\n')], [{ text: 'Written.' }])
    await first.result
    const second = scene.play([write('log.txt', 'two\n')], [{ text: 'Written.' }])
    await second.result
    const resume = scene.session.sessionId ?? ''
    await scene.session.close()

    const forked = await stage.open({ ...options, resume, forkSession: true })
    expect(await forked.rewindFiles(second.uuid)).toMatchObject({ canRewind: true })
    expect(readFileSync(file('log.txt'), 'utf8')).toBe('one\n')
    await forked.close()
    const resumed = await stage.open({ ...options, resume })
    expect(await resumed.rewindFiles(first.uuid, { dryRun: true })).toMatchObject({
      canRewind: true,
      filesChanged: [file('log.txt')],
    })
    expect(await resumed.rewindFiles(first.uuid)).toMatchObject({ canRewind: true })
    expect(existsSync(file('log.txt'))).toBe(false)
    await resumed.close()
  })

  test.each([
    { how: 'json', type: 'http' },
    { how: 'events', type: 'http' },
    { how: 'sse', type: 'sse' },
  ] as const)('R-MCP-1 R-MCP-10: a server over HTTP: $type, $how', async ({ how, type }) => {
    const { url, requests } = await serveMcp(how)
    const adder = { type, url, headers: { 'x-mine': 'yes' } }
    const scene = await Scene.open(stage, { mcpServers: { adder }, allowedTools: ['mcp__adder__add'] })
    const turn = scene.play([{ tool: 'mcp__adder__add', input: { a: 2, b: 3 } }])
    expect(await turn.result).toMatchObject({ status: 'success' })
    expect(scene.results).toMatchObject([{ text: '2 + 3 = 5', isError: false }])
    const [status] = await scene.session.mcpStatus()
    expect(status).toMatchObject({
      name: 'adder',
      status: 'connected',
      serverInfo: { name: 'adder', version: '1.0.0' },
      scope: 'dynamic',
      tools: [{ name: 'add', annotations: { readOnly: true } }],
    })
    expect(requests.every(({ headers }) => headers['x-mine'] === 'yes')).toBe(true)
    await scene.session.close()
  })

  test('R-TYPE-56 R-ENV-7: what tools did is summed up while the turn goes on', async () => {
    const scene = await Scene.open(stage, {
      env: { CLAUDE_CODE_EMIT_TOOL_USE_SUMMARIES: '1' },
      allowedTools: ['Read'],
    })
    writeFileSync(file('notes.txt'), 'Some notes.')
    const read = (id: string) => ({ tool: 'Read', input: { file_path: file('notes.txt') }, id }) as const
    await scene.play([read('toolu_one'), read('toolu_two')], [{ text: 'Read.' }]).result
    expect(scene.all('tool_use_summary')).toMatchObject([
      { summary: 'Scripted answer', preceding_tool_use_ids: ['toolu_one', 'toolu_two'] },
    ])
    await scene.session.close()
  })

  test('R-TYPE-59 R-RESULT-13: from the second turn on the next prompt is suggested', async () => {
    const scene = await Scene.open(stage, { promptSuggestions: true })
    stage.model.use({
      scripts: [{ prompt: 'SUGGESTION MODE', replies: [[{ text: 'run the tests' }]] }],
      otherwise: [{ text: 'Hello.' }],
    })
    await scene.send('one').result
    const suggested = nextMessage(scene.session, isA('prompt_suggestion'))
    await scene.send('two').result
    expect((await suggested).suggestion).toBe('run the tests')
    expect(namesOf(scene.seen).filter((name) => name === 'prompt_suggestion')).toHaveLength(1)
    await scene.session.close()
  })

  test('a structured answer ends the turn, without another request', async () => {
    const schema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }
    const scene = await Scene.open(stage, { jsonSchema: schema })
    const before = stage.model.requests.filter(isConversation).length
    const result = await scene.play([{ tool: 'StructuredOutput', input: { a: 1 } }], [{ text: 'More.' }])
      .result
    expect(result.message).toMatchObject({
      structured_output: { a: 1 },
      result: '{"a":1}',
      stop_reason: 'tool_use',
    })
    expect(stage.model.requests.filter(isConversation).length - before).toBe(1)
    await scene.session.close()
  })

  test('R-TASK-2: a sub-agent that is wanted in the foreground is there, and says nothing of its own', async () => {
    const scene = await Scene.open(stage, { allowedTools: ['Agent', 'Read'] })
    writeFileSync(file('notes.txt'), 'Some notes.')
    stage.model.use({
      scripts: [
        {
          prompt: 'delegate it',
          replies: [
            [
              {
                tool: 'Agent',
                input: {
                  description: 'Looks',
                  prompt: 'the helper works',
                  subagent_type: 'general-purpose',
                  run_in_background: false,
                },
              },
            ],
            [{ text: 'Delegated.' }],
          ],
        },
        {
          prompt: 'the helper works',
          replies: [
            [{ text: 'Looking.' }, { tool: 'Read', input: { file_path: file('notes.txt') } }],
            [{ text: 'Looked.' }],
          ],
        },
      ],
    })
    expect(await scene.send('delegate it').result).toMatchObject({ status: 'success', text: 'Delegated.' })
    const started = scene.all('system').find(({ subtype }) => subtype === 'task_started')
    expect(started).toMatchObject(isOld ? {} : { is_backgrounded: false, spawn_depth: 1 })
    const inner = scene.seen.flatMap((message) =>
      'parent_tool_use_id' in message && message.parent_tool_use_id !== null && 'message' in message
        ? [message]
        : [],
    )
    expect(namesOf(inner)).toEqual(['user text', 'assistant tool_use', 'user tool_result'])
    await scene.session.close()
  })
})
