import { Writable } from 'node:stream'

/** Writes to another stream: in pieces, each in its own iteration of the event loop, or unchanged. */
export function inPieces(stream: Writable, how: () => 'split' | 'bytes' | undefined): Writable {
  return new Writable({
    write(chunk: Buffer, _encoding, done) {
      const way = how()
      if (way === undefined) {
        // At once: a fault that silences the agent must not swallow earlier output.
        stream.write(chunk)
        return done()
      }
      const pieces = way === 'bytes' ? byByte(chunk) : inTwo(chunk)
      const next = () => {
        const piece = pieces.shift()
        if (piece === undefined) return done()
        stream.write(piece)
        setImmediate(next)
      }
      next()
    },
  })
}

function byByte(chunk: Buffer): Buffer[] {
  return Array.from(chunk, (_, index) => chunk.subarray(index, index + 1))
}

/** Cuts inside the first multi-byte character, or else in the middle. */
function inTwo(chunk: Buffer): Buffer[] {
  const wide = chunk.findIndex((byte) => byte >= 0xc0)
  const at = wide === -1 ? chunk.length >> 1 : wide + 1
  return [chunk.subarray(0, at), chunk.subarray(at)]
}
