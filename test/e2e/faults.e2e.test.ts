/** What a session makes of an agent that goes wrong, fault by fault: it survives, or it ends and says why. */
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import {
  type Approval,
  type IrregularLine,
  query,
  type Session,
  SessionEndedError,
  type SessionOptions,
  type StdoutMessage,
} from '../../src/client/index.ts'
import { processesOf, type Stage, setStage } from './stage.ts'
import { isA, nameOf, namesOf, streamedText } from './talk.ts'

const SIMULATOR = fileURLToPath(new URL('../../dist/simulator/agent/main.js', import.meta.url))
const HELLO = 'I am the Fairlead simulator'
const QUICK = { closeWaits: { afterEndOfInput: 300, afterSigterm: 300 } }

let stage: Stage
const unhandled: unknown[] = []
const note = (error: unknown) => unhandled.push(error)
beforeAll(async () => {
  process.on('unhandledRejection', note)
  process.on('uncaughtException', note)
  stage = await setStage('2.1.325', { scripts: [] })
})
afterEach(async () => {
  await new Promise((resolve) => setImmediate(resolve))
  expect(unhandled.splice(0)).toEqual([])
  await expect.poll(() => processesOf(stage.home)).toEqual([])
})
afterAll(async () => {
  await stage.close()
  process.off('unhandledRejection', note)
  process.off('uncaughtException', note)
})

/** What came of a session, gathered while it lasts. */
interface Seen {
  readonly session: Session
  readonly messages: StdoutMessage[]
  readonly irregular: IrregularLine[]
  readonly approvals: Approval[]
}

function optionsFor(faults: string, options: SessionOptions = {}): SessionOptions {
  return {
    binary: SIMULATOR,
    cwd: stage.cwd,
    closeWaits: { afterEndOfInput: 60_000, afterSigterm: 60_000 },
    ...options,
    env: { ...stage.env, FAIRLEAD_SIM_SPEED: '0', FAIRLEAD_SIM_FAULTS: faults, ...options.env },
  }
}

/** Opens a session with the fault, and closes it after `use`, whatever happens. */
async function withFault(
  faults: string,
  use: (seen: Seen) => Promise<void>,
  options: SessionOptions = {},
): Promise<void> {
  const seen = {
    messages: [] as StdoutMessage[],
    irregular: [] as IrregularLine[],
    approvals: [] as Approval[],
  }
  const session = await stage.open({
    ...optionsFor(faults, options),
    onMessage: (message) => seen.messages.push(message),
    onIrregular: (line) => seen.irregular.push(line),
    onApproval: (approval) => {
      seen.approvals.push(approval)
      options.onApproval?.(approval, { signal: approval.signal })
    },
  })
  try {
    await use({ session, ...seen })
  } finally {
    await session.close()
  }
}

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => undefined,
    (error) => error,
  )

/** The message of an error that begins with which CLI it was. */
const endsWith = (how: string) => expect.stringMatching(RegExp(`^the CLI \\(.+\\) ${how}$`))

const allow = (approval: Approval) => approval.allow()

/** The turn runs as if nothing was wrong. */
async function survives({ session }: Seen): Promise<void> {
  const result = await session.send('hello').result
  expect(result.status).toBe('success')
  expect(result.text).toContain(HELLO)
}

async function survivesAndEnds(seen: Seen, ending: object): Promise<void> {
  await survives(seen)
  expect(await seen.session.close()).toMatchObject({ cause: 'close', ...ending })
}

describe('it ends', () => {
  const points = ['turn', 'init', 'delta', 'delta:5', 'assistant', 'approval', 'tool']

  test.each(points)('at the point %s: what was awaited fails with the exit code', async (point) => {
    await withFault(
      `exit@${point}=7`,
      async ({ session, messages, approvals }) => {
        const turn = session.send('fix the bug')
        const held = session.send('and then', { when: 'after-turn' })
        const error = await failure(turn.result)
        expect(error).toBeInstanceOf(SessionEndedError)
        expect(error).toMatchObject({ code: 'ended', message: endsWith('exited with code 7') })
        expect(await failure(held.result)).toBe(error)
        expect(await session.ended).toMatchObject({ cause: 'exit', exitCode: 7, signal: null })
        expect(messages.some(isA('result'))).toBe(false)
        if (point === 'approval') expect(approvals.map(({ status }) => status)).toEqual(['withdrawn'])
        expect(session.pendingApprovals).toEqual([])
        expect(session.isBusy).toBe(false)
        expect(() => session.send('again')).toThrow('exited with code 7')
        expect(await failure(session.mcpStatus())).toBe(error)
      },
      { includePartialMessages: true },
    )
  })

  test('right after a result: the turn has its result, the readers learn the rest', async () => {
    await withFault('exit@result=7', async ({ session }) => {
      const reader = session.messages()
      const turn = session.send('hello')
      const read: string[] = []
      const error = await failure(
        (async () => {
          for await (const message of reader) read.push(nameOf(message))
        })(),
      )
      expect(await turn.result).toMatchObject({ status: 'success' })
      expect(read).toContain('result')
      expect(error).toMatchObject({ code: 'ended', message: endsWith('exited with code 7') })
    })
  })

  test('with code 0 but without a result: an error all the same', async () => {
    await withFault('exit@assistant=0', async ({ session }) => {
      expect(await failure(session.send('hello').result)).toMatchObject({
        code: 'ended',
        message: endsWith('ended without a result'),
      })
    })
  })

  test('before it has answered: opening fails', async () => {
    const error = await failure(stage.open(optionsFor('exit@start=3')))
    expect(error).toMatchObject({ code: 'ended', message: endsWith('exited with code 3') })
  })

  test('within a query: iterating fails, after the messages that came', async () => {
    const read: string[] = []
    const messages = query({ prompt: 'hello', options: optionsFor('exit@assistant=7') })
    const error = await failure(
      (async () => {
        for await (const message of messages) read.push(nameOf(message))
      })(),
    )
    expect(error).toMatchObject({ code: 'ended', message: endsWith('exited with code 7') })
    expect(read).toContain('assistant text')
    expect(read).not.toContain('result')
  })

  test('while an approval is pending that is answered too late: the answer goes nowhere', async () => {
    await withFault('exit@approval=7', async ({ session, approvals }) => {
      await failure(session.send('fix the bug').result)
      const [approval] = approvals
      if (approval?.kind !== 'tool') throw new Error('no approval came')
      expect(approval.signal.aborted).toBe(true)
      expect(approval.allow()).toBe(false)
      expect(approval.status).toBe('withdrawn')
    })
  })
})

describe('it stalls', () => {
  test.each(['turn', 'init', 'delta:3', 'approval', 'result'])(
    'at the point %s: a call times out, closing ends it',
    async (point) => {
      await withFault(
        `stall@${point}`,
        async ({ session, messages, approvals }) => {
          const turn = session.send('fix the bug')
          if (point === 'approval') await expect.poll(() => approvals.length).toBe(1)
          else if (point === 'result') await turn.result
          else if (point !== 'turn') await expect.poll(() => messages.some(isA('system'))).toBe(true)
          const call = session.request('mcp_status', {}, { timeout: 200 })
          expect(await failure(call)).toMatchObject({ code: 'control-timeout' })
          const ending = await session.close()
          expect(ending.cause).toBe('close')
          if (point !== 'result')
            expect(await failure(turn.result)).toMatchObject({ message: endsWith('was closed') })
          expect(session.pendingApprovals).toEqual([])
        },
        { ...QUICK, includePartialMessages: true, ...(point === 'result' && { onApproval: allow }) },
      )
    },
  )

  test('before it has answered: opening fails after the time limit', async () => {
    const error = await failure(stage.open(optionsFor('stall@start', { ...QUICK, controlTimeout: 300 })))
    expect(error).toMatchObject({ code: 'control-timeout' })
    expect((error as Error).message).toContain('did not answer initialize within 300 ms')
  })

  test('and an interrupt that is not answered becomes a signal, which ends it', async () => {
    await withFault('stall@init', async ({ session }) => {
      const turn = session.send('hello')
      await expect.poll(() => session.sessionId).toBeDefined()
      expect(await session.interrupt({ timeout: 200 })).toEqual({ escalated: true })
      expect(await failure(turn.result)).toMatchObject({ message: endsWith('ended without a result') })
      expect(await session.ended).toMatchObject({ cause: 'exit', exitCode: 0 })
    })
  })

  test('and ignores SIGTERM: it is killed', async () => {
    const killed = { exitCode: null, signal: 'SIGKILL' }
    await withFault('stall@result,ignore-sigterm', (seen) => survivesAndEnds(seen, killed), QUICK)
  })
})

describe('it does not listen', () => {
  test('to stdin: opening fails after the time limit, and it is ended', async () => {
    const error = await failure(stage.open(optionsFor('deaf', { ...QUICK, controlTimeout: 300 })))
    expect(error).toMatchObject({ code: 'control-timeout' })
    expect((error as Error).message).toContain('within 300 ms')
  })

  test('to stdin, with more to write than a pipe holds: sending does not wait for it', async () => {
    const error = await failure(
      stage.open(optionsFor('deaf', { ...QUICK, controlTimeout: 300, systemPrompt: 'x'.repeat(100_000) })),
    )
    expect(error).toMatchObject({ code: 'control-timeout' })
  })

  test('to SIGTERM: an idle one ends with its input', async () => {
    await withFault('ignore-sigterm', (seen) => survivesAndEnds(seen, { exitCode: 0, signal: null }))
  })

  test('to stdin and to SIGTERM: it is killed', async () => {
    const start = performance.now()
    const error = await failure(
      stage.open(optionsFor('deaf,ignore-sigterm', { ...QUICK, controlTimeout: 300 })),
    )
    expect(error).toMatchObject({ code: 'control-timeout' })
    // Three times 300 ms; timers may be a little early.
    expect(performance.now() - start).toBeGreaterThan(890)
  })
})

describe('it writes', () => {
  test.each([
    ['noise', 'noise'],
    ['garbage', 'broken'],
    ['cut-utf8', 'broken'],
    ['unknown-types', 'unknown'],
  ] as const)('%s: those lines are told, all else is as always', async (fault, kind) => {
    await withFault(fault, async (seen) => {
      await survives(seen)
      await survives(seen)
      expect(seen.irregular.length).toBeGreaterThan(1)
      expect(new Set(seen.irregular.map((line) => line.kind))).toEqual(new Set([kind]))
    })
  })

  test('a cut character: the line is told with a replacement in its place', async () => {
    await withFault('cut-utf8@init', async (seen) => {
      await survives(seen)
      expect(seen.irregular.map(({ text }) => text)).toEqual(['{"type":"system","text":"caf\uFFFD'])
    })
  })

  test('an unknown type: the whole message is there to look at', async () => {
    await withFault('unknown-types@result', async (seen) => {
      await survives(seen)
      await seen.session.mcpStatus()
      expect(seen.irregular).toMatchObject([
        { kind: 'unknown', value: { type: 'telepathy', content: { of: 'tomorrow' } } },
      ])
    })
  })

  test.each(['split', 'bytes'])('%s: the same messages come', async (fault) => {
    const names: string[][] = []
    for (const faults of ['', fault]) {
      await withFault(
        faults,
        async (seen) => {
          await survives(seen)
          expect(streamedText(seen.messages)).toContain('**fix the bug**: reads, an edit')
          expect(seen.irregular).toEqual([])
          // What follows the result may not be here yet.
          const all = namesOf(seen.messages)
          names.push(all.slice(0, all.indexOf('result') + 1))
        },
        { includePartialMessages: true },
      )
    }
    expect(names[1]).toEqual(names[0])
  })

  test('a line of 50 MB: it is a message like any other', async () => {
    await withFault('huge-line', async (seen) => {
      await survives(seen)
      const huge = seen.messages.filter(isA('system')).find(({ subtype }) => subtype === 'informational')
      expect(JSON.stringify(huge).length).toBeGreaterThan(50 * 1024 * 1024)
    })
  })

  test('a line over the limit: its size and its beginning are told', async () => {
    await withFault(
      'huge-line',
      async (seen) => {
        await survives(seen)
        expect(seen.irregular).toMatchObject([{ kind: 'oversized' }])
        expect(seen.irregular[0]?.text).toMatch(/^\{"type":"system","subtype":"informational"/)
      },
      { maxLineBytes: 1024 * 1024 },
    )
  })

  test('everything twice: an approval is asked once, a turn ends once', async () => {
    await withFault(
      'duplicate',
      async ({ session, messages, approvals }) => {
        const first = await session.send('fix the bug').result
        expect(first.status).toBe('success')
        const second = await session.send('hello').result
        expect(second).toMatchObject({ status: 'success' })
        expect(second.text).toContain(HELLO)
        await session.mcpStatus()
        expect(messages.filter(isA('result'))).toHaveLength(4)
        expect(new Set(approvals.map(({ id }) => id)).size).toBe(approvals.length)
        expect(approvals.length).toBeGreaterThan(0)
      },
      { onApproval: allow },
    )
  })

  test('in another order: each turn still has its result', async () => {
    await withFault(
      'reorder',
      async (seen) => {
        await survives(seen)
        const fixed = await seen.session.send('fix the bug').result
        expect(fixed.status).toBe('success')
        await survives(seen)
        expect(seen.session.isBusy).toBe(false)
      },
      { includePartialMessages: true, onApproval: allow },
    )
  })

  test('a flood to stderr: nothing waits for it, and its end is kept', async () => {
    let bytes = 0
    await withFault(
      'stderr-flood',
      async (seen) => {
        await survives(seen)
        const { stderr } = await seen.session.close()
        expect(stderr.trimEnd().slice(-102, -90)).toBe('flood 39999 ')
        expect(stderr.length).toBeLessThan(100_000)
        expect(bytes).toBeGreaterThan(3_000_000)
      },
      {
        onStderr: (text) => {
          bytes += text.length
        },
      },
    )
  })
})

describe('it starts slowly', () => {
  test('it is waited for, and what was sent meanwhile is done', async () => {
    await withFault('slow-start=700', survives)
  })

  test('slower than the time limit: opening fails, and it is ended', async () => {
    const error = await failure(
      stage.open(optionsFor('slow-start=600000', { ...QUICK, controlTimeout: 200 })),
    )
    expect(error).toMatchObject({ code: 'control-timeout' })
  })
})

test('a fault that there is not: opening fails with what it said', async () => {
  const error = await failure(stage.open(optionsFor('gremlins')))
  expect(error).toMatchObject({ code: 'ended' })
  expect((error as Error).message).toContain('there is no fault "gremlins"')
})
