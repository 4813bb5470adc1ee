import { PassThrough } from 'node:stream'
import { afterEach, describe, expect, test } from 'vitest'
import { ASKING, Talk } from '../../../../test/simulator/talk.ts'
import { inPieces } from './pieces.ts'
import { FAULT_NAMES, FaultPlan, parseFaults } from './plan.ts'

test('a list of faults is read, and what it does not know is said', () => {
  expect(parseFaults('stall@delta:3, exit@approval=7,bytes')).toEqual([
    { name: 'stall', point: 'delta', count: 3, value: undefined },
    { name: 'exit', point: 'approval', count: 1, value: '7' },
    { name: 'bytes', point: undefined, count: 1, value: undefined },
  ])
  expect(() => parseFaults('gremlins')).toThrow('there is no fault "gremlins"')
  expect(() => parseFaults('exit@lunch')).toThrow('there is no point "lunch"')
})

test('a fault happens when its point is reached for that time', () => {
  const plan = new FaultPlan(parseFaults('exit@delta:2=3'))
  const codes: number[] = []
  plan.acts = { exit: (code) => codes.push(code), stall: () => {}, line: () => {}, begin: () => {} }
  plan.reach('delta')
  expect(codes).toEqual([])
  plan.reach('delta')
  plan.reach('delta')
  expect(codes).toEqual([3])
})

test.each([
  ['slow-start@init', '"slow-start" takes no point'],
  ['exit=soon', '"soon" in "exit=soon" is not an exit code'],
  ['exit@tool=256', 'is not an exit code'],
  ['slow-start=-1', 'is not a number of milliseconds'],
  ['noise=loud', '"noise" takes no value'],
])('%s makes no sense, and that is said', (text, problem) => {
  expect(() => parseFaults(text)).toThrow(problem)
})

test('what lasts begins at its point; what happens once happens there, or at the start', () => {
  const plan = new FaultPlan(parseFaults('duplicate@assistant:2,exit=4,noise@tool'))
  const did: string[] = []
  plan.acts = {
    exit: (code) => did.push(`exit ${code}`),
    stall: () => did.push('stall'),
    line: (name) => did.push(name),
    begin: (name) => did.push(`begin ${name}`),
  }
  plan.reach('start')
  plan.reach('assistant')
  expect([did, plan.has('duplicate'), plan.mayHave('duplicate')]).toEqual([['exit 4'], false, true])
  plan.reach('assistant')
  plan.reach('tool')
  plan.reach('tool')
  expect([did, plan.has('duplicate')]).toEqual([['exit 4', 'begin duplicate', 'noise'], true])
  plan.add('stall')
  expect(did.at(-1)).toBe('stall')
})

test.each(['split', 'bytes'] as const)('%s writes the same bytes in pieces', async (how) => {
  const target = new PassThrough()
  const chunks: Buffer[] = []
  target.on('data', (chunk: Buffer) => chunks.push(chunk))
  const stream = inPieces(target, () => how)
  await new Promise((done) => stream.end('ab ü\n', () => done(undefined)))
  await new Promise((done) => setImmediate(done))
  expect(chunks.length).toBeGreaterThan(1)
  expect(Buffer.concat(chunks).toString()).toBe('ab ü\n')
})

describe('an agent with the fault', () => {
  let talk: Talk | undefined
  afterEach(async () => {
    await talk?.end()
    talk = undefined
  })
  function play(faults: string, args: readonly string[] = []): Talk {
    talk = new Talk({ args: [...ASKING, ...args], env: { FAIRLEAD_SIM_FAULTS: faults } })
    return talk
  }
  /** Resolves when an agent without a fault, started later, has answered and ended: by then this one would have, too. */
  async function otherIsDone(): Promise<void> {
    const other = new Talk()
    await other.turn('hi')
    await other.end()
  }

  test.each(['noise', 'garbage', 'cut-utf8', 'unknown-types'])(
    '%s says all the rest as always',
    async (fault) => {
      const it = play(fault)
      expect(await it.turn('hi')).toMatchObject({ is_error: false })
      expect(it.strange.length).toBeGreaterThan(0)
      expect(it.names).toEqual(['init', 'assistant text', 'result'])
    },
  )

  test.each(['split', 'bytes', 'slow-start=20'])('%s says the same', async (fault) => {
    const it = play(fault)
    await it.turn('hi')
    expect([it.names, it.strange]).toEqual([['init', 'assistant text', 'result'], []])
  })

  test('huge-line writes one line of 50 MB', async () => {
    const it = play('huge-line')
    await it.turn('hi')
    const [huge] = it.all('system').filter(({ subtype }) => subtype === 'informational')
    expect(JSON.stringify(huge).length).toBeGreaterThan(50 * 1024 * 1024)
  })

  test('duplicate says everything twice, reorder in another order', async () => {
    const it = play('duplicate')
    await it.turn('hi')
    expect(it.all('assistant')).toHaveLength(2)
    await it.end()
    const other = play('reorder')
    await other.turn('hi')
    expect(other.names).toEqual(['assistant text', 'init', 'result'])
  })

  test('duplicate@init:2 says everything twice from the second turn on', async () => {
    const it = play('duplicate@init:2')
    await it.turn('hi')
    expect(it.all('assistant')).toHaveLength(1)
    await it.turn('hi again')
    expect(it.all('assistant')).toHaveLength(3)
  })

  test('reorder@init turns the order round behind it', async () => {
    const it = play('reorder@init')
    await it.turn('hi')
    await it.turn('hi again')
    expect(it.names).toEqual(['init', 'result', 'assistant text', 'init', 'result'])
  })

  test.each(['split@init', 'bytes@assistant'])('%s says the same', async (fault) => {
    const it = play(fault)
    await it.turn('hi')
    await it.turn('hi again')
    expect([it.all('result').length, it.strange]).toEqual([2, []])
  })

  test.each(['noise@assistant', 'garbage@assistant', 'cut-utf8@init', 'unknown-types@result'])(
    '%s adds one line',
    async (fault) => {
      const it = play(fault)
      await it.turn('hi')
      await it.turn('hi again')
      expect(it.strange).toHaveLength(1)
    },
  )

  test('huge-line@init and stderr-flood@init happen there', async () => {
    const it = play('huge-line@init,stderr-flood@init')
    expect(it.stderr).toBe('')
    await it.turn('hi')
    const huge = it.all('system').filter(({ subtype }) => subtype === 'informational')
    expect(huge).toHaveLength(1)
    expect(it.stderr.length).toBeGreaterThan(3_000_000)
  })

  test('deaf@result hears nothing after the first turn, and does not end with its input', async () => {
    const it = play('deaf@result')
    await it.turn('hi')
    const before = it.seen.length
    it.prompt('hi again')
    it.endInput()
    await otherIsDone()
    expect(it.all('result')).toHaveLength(1)
    expect(it.seen.length - before).toBeLessThanOrEqual(1)
    it.agent?.exit(0)
  })

  test('exit without a point ends at once, with its code', async () => {
    expect(await play('exit=5').exited).toBe(5)
  })

  test('exit@approval ends while the host is asked', async () => {
    const it = play('exit@approval=9')
    it.prompt('fix the bug')
    await it.asked()
    expect(await it.exited).toBe(9)
  })

  test('stall@init says nothing more, and does not end with its input', async () => {
    const it = play('stall@init')
    it.prompt('hi')
    it.endInput()
    let isOver = false
    void it.exited.then(() => {
      isOver = true
    })
    await otherIsDone()
    expect(it.names).toEqual(['init'])
    expect(isOver).toBe(false)
    it.agent?.exit(0)
  })

  test('deaf does not hear, ignore-sigterm does not end, stderr-flood floods', async () => {
    const it = play('deaf,stderr-flood')
    it.prompt('hi')
    await otherIsDone()
    expect(it.seen).toEqual([])
    expect(it.stderr.length).toBeGreaterThan(3_000_000)
    it.agent?.exit(0)
  })

  test('that nobody knows does not start', async () => {
    const it = play('gremlins')
    expect(await it.exited).toBe(1)
    expect(it.stderr).toContain(Object.keys(FAULT_NAMES).join(', '))
  })
})
