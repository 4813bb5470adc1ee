/** Files that a text names: `src/a.ts:42`, `./notes.md`, `README.md:3:7`. */

export interface FileReference {
  readonly path: string
  readonly line?: number
}
export interface Piece {
  readonly text: string
  readonly file?: FileReference
}

const PATH = String.raw`(?:~?\/|\.{1,2}\/)?(?:[\w@+.-]+\/)*[\w@+.-]+\.[A-Za-z][A-Za-z0-9]{0,9}`
const LINE = String.raw`(?::(\d{1,7})(?:[:-]\d{1,7})?|#L(\d{1,7})(?:-L?\d{1,7})?)`
const WHOLE = new RegExp(`^(${PATH})${LINE}?$`)
/** In running text, not inside an address or another word. */
const WITHIN = new RegExp(String.raw`(?<![\w/@:.~-])(${PATH})${LINE}?(?![\w/@])`, 'g')
const MAX_TEXT = 20_000

/** The text as a whole, as in a code span. A name without a folder needs a line, or an ending of code. */
export function wholeReference(text: string): FileReference | undefined {
  const found = text.length > 400 ? null : WHOLE.exec(text)
  return found ? referenceIn(found, true) : undefined
}

export function piecesOf(text: string): readonly Piece[] {
  if (text.length > MAX_TEXT || !text.includes('.')) return [{ text }]
  const pieces: Piece[] = []
  let end = 0
  for (const found of text.matchAll(WITHIN)) {
    const file = referenceIn(found, false)
    if (!file) continue
    if (found.index > end) pieces.push({ text: text.slice(end, found.index) })
    pieces.push({ text: found[0], file })
    end = found.index + found[0].length
  }
  if (end < text.length) pieces.push({ text: text.slice(end) })
  return pieces
}

/** Names like `node.js` or `example.org/page.html` are no files unless a line says so. */
function referenceIn(found: RegExpExecArray, isCode: boolean): FileReference | undefined {
  const [, path = '', colon, hash] = found
  const line = Number(colon ?? hash ?? 0)
  const [first = '', ...others] = path.split('/')
  const isFile =
    others.length === 0
      ? (isCode || line > 0) && CODE.test(path) && !path.includes('@')
      : line > 0 || !/^[\w-]+(\.[\w-]+)+$/.test(first)
  return isFile ? { path, ...(line > 0 && { line }) } : undefined
}

const CODE =
  /\.(?:[cm]?[jt]sx?|py|rb|rs|go|java|kt|swift|c|h|cc|cpp|hpp|cs|php|sh|sql|css|scss|html|vue|svelte|json[cl]?|ya?ml|toml|md|txt|lock|ini)$/
