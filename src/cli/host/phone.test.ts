import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import type { Io } from '../io.ts'
import { qrLines } from '../terminal/qr.ts'
import { phoneText } from './phone.ts'

const terminal = (columns: number) =>
  ({ stdout: Object.assign(new PassThrough(), { isTTY: true, columns }), env: {} }) as unknown as Io
const remote = { url: 'https://box.lan:4180' }
const createCode = () => 'one-time'

test('the QR code has the address of the host and a one-time code', async () => {
  const text = await phoneText(remote, createCode, terminal(80))
  for (const line of qrLines('https://box.lan:4180/login#code=one-time')) expect(text).toContain(line)
  expect(text).toContain('https://box.lan:4180\n')
  expect(text).not.toContain('one-time')
})

test('of a session, it leads there', async () => {
  const text = await phoneText(remote, createCode, terminal(80), '/s/7f3a')
  for (const line of qrLines('https://box.lan:4180/login#code=one-time&to=%2Fs%2F7f3a'))
    expect(text).toContain(line)
})

test('a terminal that is too narrow gets the address', async () => {
  const text = await phoneText(remote, createCode, terminal(30))
  expect(text).toContain('too narrow')
  expect(text).toContain('https://box.lan:4180/login#code=one-time\n')
})

test.each([
  ['address', '--listen'],
  ['encryption', '--tls-cert'],
] as const)('without %s no code is made, and the text names %s', async (missing, option) => {
  const fail = () => expect.fail('a code was made')
  const text = await phoneText({ missing }, fail, terminal(80))
  expect(text).toContain(option)
  expect(text).not.toContain('█')
})
