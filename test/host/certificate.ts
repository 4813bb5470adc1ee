/** A certificate that signs itself, for tests of TLS. Made anew each time: none lies in the repository or runs out. */
import { generateKeyPairSync, sign } from 'node:crypto'

export interface Certificate {
  /** Both in PEM. */
  readonly cert: string
  readonly key: string
}

/** In DER, a value is a tag, a length and its contents. */
const tagged = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const contents = Buffer.concat(parts)
  const { length } = contents
  const head = length < 128 ? [tag, length] : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), contents])
}
const sequence = (...parts: Uint8Array[]) => tagged(0x30, ...parts)
const integer = (value: number) => tagged(0x02, Buffer.from([value]))
const objectId = (hex: string) => tagged(0x06, Buffer.from(hex, 'hex'))
const bits = (contents: Uint8Array) => tagged(0x03, Buffer.from([0]), contents)
const time = (at: number) =>
  tagged(0x17, Buffer.from(`${new Date(at).toISOString().replace(/[-:T]/g, '').slice(2, 14)}Z`))

const ECDSA_SHA256 = sequence(objectId('2a8648ce3d040302'))
const COMMON_NAME = objectId('550403')
const ALTERNATIVE_NAMES = objectId('551d11')
const DAY = 86_400_000

export function certificateFor(name: string): Certificate {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const owner = sequence(tagged(0x31, sequence(COMMON_NAME, tagged(0x0c, Buffer.from(name)))))
  const names = sequence(tagged(0x82, Buffer.from(name)))
  const body = sequence(
    tagged(0xa0, integer(2)),
    integer(1),
    ECDSA_SHA256,
    owner,
    sequence(time(Date.now() - DAY), time(Date.now() + DAY)),
    owner,
    publicKey.export({ type: 'spki', format: 'der' }),
    tagged(0xa3, sequence(sequence(ALTERNATIVE_NAMES, tagged(0x04, names)))),
  )
  const der = sequence(body, ECDSA_SHA256, bits(sign('sha256', body, privateKey)))
  const lines = der.toString('base64').match(/.{1,64}/g) ?? []
  return {
    cert: ['-----BEGIN CERTIFICATE-----', ...lines, '-----END CERTIFICATE-----', ''].join('\n'),
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }) as string,
  }
}
