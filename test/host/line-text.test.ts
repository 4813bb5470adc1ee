/** What the CLI wrote reaches every client as it was written, and a host that starts again folds the same state from it. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startDaemon } from '../../src/host/daemon.ts'
import { folded } from '../../src/host/sessions/recovery.ts'
import { type DaemonStage, daemonStage, opener } from './daemon-stage.ts'
import { isReady, untilHost, untilSession } from './waiting.ts'

const text = String.raw`{"type":"text", "text":"caf\u00e9 \ud83d\ude00 \ud800 \u0000 é😀\/"}`
const tool =
  '{"type":"tool_use","id":"t","name":"Read","input":{"2":1.0,"1":1e3,"zero":-0,"limit":12345678901234567890}}'
const LINES = [
  '{ "type" : "keep_alive" ,\t"b": 1.50, "a": [ ], "twice": -0, "twice": 1E+2 }',
  `{"session_id":"s","uuid":"u","parent_tool_use_id":null, "message":{"id":"m","type":"message","role":"assistant","model":"x","content":[${text},${tool}],"stop_reason":null,"stop_sequence":null,"usage":{"input_tokens":1.0e1,"output_tokens":2}},"type":"assistant"}`,
  '{"type":"never heard of", "n":1.0, "__proto__": {"x": 1}}',
]
/** JSON allows a carriage return between values. In server-sent events it would end the data. */
const WITH_RETURN = '{"type":"keep_alive",\r"x":1.0}'
const LAST = '{"type":"last"}'

/** Writes them when it gets a prompt. */
const AGENT = `#!/usr/bin/env node
require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
  const { type, request_id } = JSON.parse(line)
  if (type === 'control_request')
    console.log(JSON.stringify({ type: 'control_response', response: { subtype: 'success', request_id, response: {} } }))
  if (type === 'user')
    for (const odd of ${JSON.stringify([...LINES, WITH_RETURN, LAST])}) console.log(odd)
})
`

async function startAgent({ api, cwd, daemon }: DaemonStage): Promise<string> {
  const command = join(cwd, 'agent.cjs')
  writeFileSync(command, AGENT, { mode: 0o755 })
  await api.call('putAgents', { body: { agents: [{ name: 'odd', command, args: [], env: {} }] } })
  const { result } = await api.call('createSession', { body: { cwd, agent: 'odd' } })
  const { id } = result as { id: string }
  await untilHost(daemon.host, id, isReady)
  return id
}

/** Resolves with the frames of a WebSocket that watches the session from now on, up to the one with the last line. */
function framesOf({ daemon, token }: DaemonStage, id: string, watched: () => void): Promise<string> {
  const { seq: after } = daemon.host.session(id).state
  let all = ''
  return new Promise((resolve) => {
    const socket = opener(
      daemon.url,
      token,
    )({
      opened: () => {
        socket.send(JSON.stringify({ type: 'watch', session: id, after }))
        socket.send(JSON.stringify({ type: 'ping', id: 1 }))
      },
      received: (frame) => {
        all += `${frame}\n`
        if (frame.includes('"pong"')) watched()
        if (frame.includes(LAST)) resolve(all)
      },
      closed: () => {},
    })
    onTestFinished(() => socket.close())
  })
}

async function serverSent(url: string, headers: Record<string, string>): Promise<string> {
  const abort = new AbortController()
  const response = await fetch(url, { headers, signal: abort.signal })
  let all = ''
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    all += Buffer.from(chunk).toString()
    if (all.includes(LAST) && all.endsWith('\n\n')) break
  }
  abort.abort()
  return all.split('\n\n').find((it) => it.includes(LAST)) ?? ''
}

function expectLines(sent: string, lines: readonly string[] = [...LINES, WITH_RETURN]): void {
  for (const line of lines) {
    const field = line.includes('never heard of') ? 'value' : 'message'
    expect(sent).toContain(`"${field}":${line}`)
  }
}

test('live, from the store, as server-sent events, and from the host after this one', async () => {
  const stage = await daemonStage()
  onTestFinished(() => stage.close())
  const { daemon, token, ask } = stage
  const id = await startAgent(stage)
  const headers = { authorization: `Bearer ${token}` }

  const live = await framesOf(stage, id, () => {
    void stage.api.call('sendMessage', { params: { id }, body: { text: 'go' } })
  })
  expectLines(live)

  const data = await serverSent(`${daemon.url}/api/stream?watch=${id}:0`, headers)
  expect(data).not.toContain('\r')
  expectLines(data, [...LINES, WITH_RETURN.replace('\r', ' ')])

  const answer = await ask(`/api/sessions/${id}/events`, { headers })
  expect(answer.headers['content-type']).toBe('application/json')
  expectLines(answer.text)
  const { events } = JSON.parse(answer.text) as { events: unknown }
  expect(events).toEqual(daemon.host.store.events(id, 0, 1000))

  const { state } = daemon.host.session(id)
  expect(folded(daemon.host.store, id)).toEqual(state)
  expect(await untilSession(stage.live(), id, ({ seq }) => seq >= state.seq)).toEqual(state)

  await daemon.stop()
  const next = await startDaemon({ version: '0.0.0', folder: stage.folder, port: 0 })
  onTestFinished(() => next.stop({ all: true }))
  expectLines(await (await fetch(`${next.url}/api/sessions/${id}/events`, { headers })).text())
})
