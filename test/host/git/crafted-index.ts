import { createHash } from 'node:crypto'

/** An index with one file, as git stores it. Git itself would not make one with such a name. */
export function indexWith(name: string): Buffer {
  const path = Buffer.from(name)
  const head = Buffer.alloc(12)
  head.write('DIRC')
  head.writeUInt32BE(2, 4)
  head.writeUInt32BE(1, 8)
  const entry = Buffer.alloc(Math.ceil((62 + path.length + 1) / 8) * 8)
  entry.writeUInt32BE(0o100644, 24)
  entry.fill(1, 40, 60)
  entry.writeUInt16BE(path.length, 60)
  path.copy(entry, 62)
  const content = Buffer.concat([head, entry])
  return Buffer.concat([content, createHash('sha1').update(content).digest()])
}
