/** The interfaces and type aliases of the protocol, with their comments, read from the source text. */
import { IN_TYPES, skip, splitOutside, untilEnd } from './source-text.ts'

export interface Declaration {
  readonly name: string
  readonly comment: string
  readonly parents: readonly string[]
  /** What it stands for: `{ … }` of an interface, or the right side of an alias. */
  readonly type: string
}
export interface Member {
  readonly name: string
  readonly optional: boolean
  readonly type: string
  readonly comment: string
}
export type Declarations = ReadonlyMap<string, Declaration>

const HEAD =
  /^(?:(\/\*\*(?:(?!\*\/)[\s\S])*\*\/)\n)?(?:export )?(interface|type) (\w+)(?:<[^\n]*?>(?= (?:extends|=|\{)))?(?: extends ([^{]+?))?(?: =| (?=\{))/gm

export function declarationsIn(source: string): Declaration[] {
  return [...source.matchAll(HEAD)].map((match) => {
    const [head, comment = '', kind = '', name = '', parents = ''] = match
    const start = match.index + head.length
    const type =
      kind === 'interface'
        ? source.slice(start, skip(source, start, IN_TYPES))
        : untilEnd(source, start, IN_TYPES)
    return { name, comment: plain(comment), parents: splitOutside(parents, ',', IN_TYPES), type }
  })
}

/** The members of `{ … }`. */
export function membersOf(body: string): Member[] {
  const members: Member[] = []
  const text = body.slice(1, -1)
  let comment = ''
  for (let at = 0; at < text.length; ) {
    if (/[\s;,]/.test(text[at] ?? '')) at += 1
    else if (text.startsWith('/', at)) {
      const end = skip(text, at, IN_TYPES)
      comment = plain(text.slice(at, end))
      at = end
    } else {
      const member = untilEnd(text, at, IN_TYPES)
      const [, name = '', optional, type = ''] =
        /^('[^']+'|\w+|\[.*?\])(\?)?:\s*([\s\S]*)$/.exec(member) ?? []
      if (name !== '')
        members.push({ name: name.replaceAll("'", ''), optional: optional === '?', type, comment })
      comment = ''
      at += Math.max(1, member.length)
    }
  }
  return members
}

/** A comment as one line of prose. */
function plain(comment: string): string {
  return comment
    .replace(/^\/\*\*?|\*\/$/g, '')
    .replace(/^\s*\* ?/gm, '')
    .replace(/\s+/g, ' ')
    .trim()
}
