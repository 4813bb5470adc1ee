import { expect, test } from 'vitest'
import { KeyDecoder } from './keys.ts'

function ids(...parts: string[]): string[] {
  const decoder = new KeyDecoder()
  return [...parts.flatMap((part) => decoder.push(part)), ...decoder.flush()].map(({ id }) => id)
}

test.each([
  ['y', ['y']],
  ['é日', ['é', '日']],
  ['👩', ['👩']],
  ['\r', ['enter']],
  ['\n', ['ctrl-j']],
  ['\x1b\r', ['alt-enter']],
  ['\x1b[13;2u', ['shift-enter']],
  ['\x1b[27;2;13~', ['shift-enter']],
  ['\x7f\b', ['backspace', 'backspace']],
  ['\x03\x14', ['ctrl-c', 'ctrl-t']],
  ['\x1b[A\x1bOB\x1b[5~\x1b[6~', ['up', 'down', 'pageup', 'pagedown']],
  ['\x1b[1;5H\x1b[1;5F', ['ctrl-home', 'ctrl-end']],
  ['\x1b[Z\t', ['backtab', 'tab']],
  ['\x1bb', ['alt-b']],
  ['\x1b', ['escape']],
  ['\x1b\x1b', ['escape', 'escape']],
  // Answers of the terminal and keys that nobody knows are passed over.
  ['\x1b[?1;2c\x1b[99~a', ['a']],
])('%j', (text, wanted) => {
  expect(ids(text)).toEqual(wanted)
})

test('a sequence may come in parts; an escape that stays alone is the key', () => {
  expect(ids('\x1b', '[', '5', '~')).toEqual(['pageup'])
  const decoder = new KeyDecoder()
  expect(decoder.push('\x1b')).toEqual([])
  expect(decoder.isPending).toBe(true)
  expect(decoder.flush()).toEqual([{ id: 'escape', text: '' }])
  expect(decoder.isPending).toBe(false)
})

test('what is pasted is one key, whatever it holds and wherever it is cut', () => {
  const pasted = 'y\r\nrm -rf \x1b[A\x03'
  const whole = `\x1b[200~${pasted}\x1b[201~q`
  for (let cut = 0; cut <= whole.length; cut++) {
    const decoder = new KeyDecoder()
    const keys = [...decoder.push(whole.slice(0, cut)), ...decoder.push(whole.slice(cut))]
    expect(keys).toEqual([
      { id: 'paste', text: pasted.replace('\r\n', '\n') },
      { id: 'q', text: 'q' },
    ])
  }
})
