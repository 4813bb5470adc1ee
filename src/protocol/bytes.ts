/**
 * The text of bytes that come in pieces, in Node and in browsers alike; this layer compiles without the types of either.
 * For short pieces Node's own decoder costs less than a TextDecoder.
 */
export interface Utf8Decoder {
  /** The text of these bytes; what is not UTF-8 becomes U+FFFD. A character that their end cuts waits for the rest. */
  write(bytes: Uint8Array): string
  /** What stands for a character that was cut and stays so. The decoder is then as new. */
  end(): string
}

interface NodeProcess {
  getBuiltinModule?(id: string): { readonly StringDecoder: new (encoding: 'utf8') => Utf8Decoder } | undefined
}
declare const TextDecoder: new (
  label: 'utf-8',
  options: { ignoreBOM: boolean },
) => { decode(bytes?: Uint8Array, options?: { stream: boolean }): string }

const { process } = globalThis as { readonly process?: NodeProcess }
const StringDecoder = process?.getBuiltinModule?.('node:string_decoder')?.StringDecoder

export function utf8Decoder(): Utf8Decoder {
  if (StringDecoder) return new StringDecoder('utf8')
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  return {
    write: (bytes) => decoder.decode(bytes, { stream: true }),
    end: () => decoder.decode(),
  }
}
