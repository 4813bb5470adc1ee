/** Git's diff of many files, cut into one text per file. */
const BEGIN = /^diff --git /m

export interface Piece {
  readonly path: string
  readonly patch: string
}

export function splitDiff(diff: string): Piece[] {
  return diff
    .split(new RegExp(BEGIN.source, 'm'))
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const patch = `diff --git ${text}`
      return { path: pathOf(patch), patch }
    })
}

/** Lines of the file itself begin with a blank, a plus or a minus: only the head has these at the beginning. */
function pathOf(patch: string): string {
  const hunks = patch.search(/^@@ /m)
  const head = hunks < 0 ? patch : patch.slice(0, hunks)
  const after = nameIn(/^\+\+\+ (.*)$/m.exec(head)?.[1])
  const before = nameIn(/^--- (.*)$/m.exec(head)?.[1])
  return after ?? before ?? sameName(head.slice('diff --git '.length).split('\n', 1)[0] ?? '')
}

function nameIn(name: string | undefined): string | undefined {
  if (name === undefined || name === '/dev/null') return undefined
  // Behind a name with blanks git writes a tab.
  return unquoted(name.replace(/\t$/, '')).slice(2)
}

/** `a/NAME b/NAME`: without renames both halves are the same. */
function sameName(names: string): string {
  return unquoted(names.slice(0, (names.length - 1) / 2)).slice(2)
}

const ESCAPES: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', '"': '"', '\\': '\\' }

/** Names with quotes or control characters are written like texts in C. */
function unquoted(name: string): string {
  if (!name.startsWith('"')) return name
  return name.slice(1, -1).replace(/\\(.)/g, (_, letter: string) => ESCAPES[letter] ?? letter)
}
