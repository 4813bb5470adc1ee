/** Tests of one message, request or hook, through `encode` and `decode`. Each begins with the id of the rule it shows. */
import { expect, test } from 'vitest'
import {
  CLI_REQUEST_SUBTYPES,
  type CliRequestSubtype,
  type CliRequests,
  type CliResponse,
  decode,
  decodeInput,
  encode,
  HOOK_EVENTS,
  HOST_REQUEST_SUBTYPES,
  type HookEvent,
  type HookEvents,
  type HookInputBase,
  type HostRequestFields,
  type HostRequestSubtype,
  type HostResponse,
  hostRequestProblem,
  isHookInput,
  type StdinMessage,
  type StdoutMessage,
} from '../../src/protocol/index.ts'
import { type Closed, type Example, expectExample, type Judge } from './example.ts'

/** What a message of the conversation carries beside its own fields. */
export const sent = {
  uuid: '0b1d6f5e-52d1-4c7a-9a51-6f0c3d1e8a77',
  session_id: 'c2a4b7d0-93f8-4e1b-8d64-1f7a5b0e9c32',
}
const request_id = 'req_17'

/** Decodes what it encodes. A message must come back equal. */
function through(decoder: typeof decode | typeof decodeInput): Judge {
  return (value) => {
    const decoded = decoder(encode(value))
    if (decoded.kind === 'message') expect(decoded.message).toStrictEqual(value)
    return decoded.kind === 'message' || (decoded.kind === 'unknown' && decoded.reason)
  }
}
/** Judges a line of the CLI's stdout. */
export const stdout: Judge = through(decode)
/** Judges a line of the CLI's stdin. */
export const stdin: Judge = through(decodeInput)

/** The names by which messages are told apart are required too. */
function told<T extends object>(example: Example<T>): Example<T> {
  const names = ['type', 'subtype'].filter((name) => name in example.all)
  return { ...example, needs: [...names, ...(example.needs ?? [])] }
}

/** A message that the CLI writes. */
export function fromCli<T extends StdoutMessage>(title: string, example: Example<T>): void {
  test(title, () => expectExample(stdout, told(example)))
}

/** A message that a host writes. */
export function fromHost<T extends StdinMessage>(title: string, example: Example<T>): void {
  test(title, () => expectExample(stdin, told(example)))
}

/** A control request of the host, with answers of the CLI. */
export function hostAsks<S extends HostRequestSubtype>(
  title: string,
  subtype: S,
  example: Example<Closed<HostRequestFields<S>>> & { answers?: Closed<HostResponse<S>>[] },
): void {
  test(title, () => {
    expect(HOST_REQUEST_SUBTYPES).toContain(subtype)
    expectExample((fields) => {
      const request = { subtype, ...fields }
      const problem = hostRequestProblem(request)
      const verdict = stdin({ type: 'control_request', request_id, request })
      expect(verdict).toBe(problem === undefined ? true : `request.${problem}`)
      return problem ?? true
    }, example)
    for (const answer of example.answers ?? []) expectAnswer(stdout, answer)
  })
}

/** A control request of the CLI, with answers of the host. */
export function cliAsks<S extends CliRequestSubtype>(
  title: string,
  subtype: S,
  example: Example<Omit<CliRequests[S]['request'], 'subtype'>> & { answers?: Closed<CliResponse<S>>[] },
): void {
  test(title, () => {
    expect(CLI_REQUEST_SUBTYPES).toContain(subtype)
    expectExample(
      (fields) => stdout({ type: 'control_request', request_id, request: { subtype, ...fields } }),
      example,
    )
    for (const answer of example.answers ?? []) expectAnswer(stdin, answer)
  })
}

function expectAnswer(judge: Judge, response: unknown): void {
  expect(judge({ type: 'control_response', response: { subtype: 'success', request_id, response } })).toBe(
    true,
  )
}

export const hookBase: HookInputBase = {
  session_id: sent.session_id,
  transcript_path: '/home/ada/.claude/projects/-home-ada-project/c2a4b7d0.jsonl',
  cwd: '/home/ada/project',
}

/** A hook event: the fields of its own that the CLI tells, and what a hook may answer. */
export function hookTells<E extends HookEvent>(
  title: string,
  event: E,
  example: Example<Closed<HookEvents[E]['input']>> & { outputs?: Closed<HookEvents[E]['output']>[] },
): void {
  test(title, () => {
    expect(HOOK_EVENTS).toContain(event)
    expectExample((fields) => {
      const input = { ...hookBase, hook_event_name: event, ...fields }
      const request = { subtype: 'hook_callback', callback_id: 'hook_0', input }
      expect(stdout({ type: 'control_request', request_id, request })).toBe(true)
      return isHookInput(event, input)
    }, example)
    for (const output of example.outputs ?? []) {
      expectAnswer(stdin, { hookSpecificOutput: { hookEventName: event, ...output } })
    }
  })
}
