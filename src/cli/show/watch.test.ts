import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { Io } from '../io.ts'
import { watch } from './watch.ts'

/** A command that watches; `stop` is ctrl-c. */
function watching(terminal: object, texts: string[]) {
  const shown = { out: '', looks: 0 }
  const stdout = Object.assign(new PassThrough(), terminal)
  stdout.on('data', (bytes: Buffer) => {
    shown.out += String(bytes)
  })
  let stop = () => {}
  const io = {
    stdout,
    env: {},
    out: (text: string) => stdout.write(text),
    onInterrupt: (listener: () => void) => {
      stop = listener
      return () => {}
    },
  } as unknown as Io
  const look = async () => ({ text: texts[Math.min(shown.looks++, texts.length - 1)] ?? '' })
  return { shown, code: watch(io, look), stop: () => stop() }
}

test('on a terminal the new takes the place of the old, and only what changed is written', async () => {
  const it = watching({ isTTY: true, columns: 20, rows: 5 }, ['one\ntwo\n', 'one\ntoo\n'])
  await expect.poll(() => it.shown.out).toContain('\x1b[2;2Ho')
  const [, after = ''] = it.shown.out.split('two')
  expect(after).not.toContain('one')
  it.stop()
  expect(await it.code).toBe(0)
})

test('what does not fit is counted', async () => {
  const it = watching({ isTTY: true, columns: 20, rows: 4 }, ['a\nb\nc\nd\ne\n'])
  await expect.poll(() => it.shown.out).toContain('… 3 more')
  expect(it.shown.out).not.toContain('c')
  it.stop()
  await it.code
})

test('in a pipe each change is written below the one before', async () => {
  const it = watching({}, ['one\n', 'one\n', 'two\n'])
  await expect.poll(() => it.shown.out).toBe('one\ntwo\n')
  it.stop()
  await it.code
})
