import { expect, test } from 'vitest'
import { remoteAccess } from './remote-access.ts'

const host = {
  address: '0.0.0.0',
  port: 4180,
  hosts: ['box.lan', 'other'],
  hasTls: false,
  isBehindProxy: false,
}

test('with a certificate, other devices use the first name of the host', () => {
  expect(remoteAccess({ ...host, hasTls: true })).toEqual({ url: 'https://box.lan:4180' })
})

test('behind a proxy they use its port, whatever the host listens on', () => {
  const url = 'https://box.lan'
  expect(remoteAccess({ ...host, isBehindProxy: true })).toEqual({ url })
  expect(remoteAccess({ ...host, address: '127.0.0.1', isBehindProxy: true })).toEqual({ url })
})

test('what is missing has a name', () => {
  expect(remoteAccess({ ...host, address: '127.0.0.1', hasTls: true })).toEqual({ missing: 'address' })
  expect(remoteAccess({ ...host, hosts: [], hasTls: true })).toEqual({ missing: 'address' })
  expect(remoteAccess(host)).toEqual({ missing: 'encryption' })
})
