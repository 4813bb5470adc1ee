/**
 * Bytes and their text, in Node and in browsers alike; this layer compiles without the types of either. Node's Buffer
 * decodes a part of itself, which for short texts costs a fraction of what a TextDecoder on a view costs.
 */
interface NodeBuffer {
  isBuffer(bytes: Uint8Array): boolean
  allocUnsafe(size: number): Uint8Array
}
interface NodeBytes {
  toString(encoding: 'utf8', start: number, end: number): string
}
declare const TextDecoder: new (
  label: 'utf-8',
  options: { ignoreBOM: boolean },
) => { decode(bytes: Uint8Array): string }

const { Buffer } = globalThis as { readonly Buffer?: NodeBuffer }
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/** What is not UTF-8 becomes U+FFFD. */
export function decodeUtf8(bytes: Uint8Array, start: number, end: number): string {
  if (Buffer?.isBuffer(bytes)) return (bytes as NodeBytes).toString('utf8', start, end)
  return decoder.decode(bytes.subarray(start, end))
}

/** Bytes to be written to before they are read. */
export function allocate(size: number): Uint8Array {
  return Buffer ? Buffer.allocUnsafe(size) : new Uint8Array(size)
}
