/**
 * Decodes bytes that arrive in pieces to text, in Node and in browsers; this layer compiles without the types of either. For
 * short pieces Node's own decoder is cheaper than a TextDecoder.
 */
export interface Utf8Decoder {
  /** Returns the text of these bytes, with U+FFFD for invalid UTF-8. Holds back a character that the end of the bytes cuts. */
  write(bytes: Uint8Array): string
  /** Returns U+FFFD for a character that is still incomplete, or nothing, and resets the decoder. */
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
