/** Markdown blocks as lines of a given width. Blank lines stay where the source has them. */
import { printable, textWidth } from '../cells.ts'
import { highlightedLines } from '../highlight.ts'
import { cyan, dim, type Format, magenta } from '../style.ts'
import { wrapWords } from '../wrap.ts'
import { inlineText } from './inline.ts'
import { lex, type MarkedToken, type Token, type Tokens } from './lex.ts'
import { tableLines } from './table.ts'

export interface BlockOptions {
  readonly width: number
  /** The styles of the enclosing block. */
  readonly formats?: readonly Format[]
  /** A blank line comes before the first block. */
  readonly hasGap?: boolean
  /** The first block continues a code block whose first line is already shown. */
  readonly isCodeOpen?: boolean
  /** Code in colours: of a text that is complete, since the colours of a part may change with what follows. */
  readonly isHighlighted?: boolean
}

export interface BlockLines {
  readonly lines: string[]
  /** A blank line comes after the last block if another follows. */
  readonly hasGap: boolean
}

const MIN_WIDTH = 4
const RULE = 40

/** Markdown from a model as styled lines. Nothing in it can control the terminal, and nothing is hidden. */
export function markdownLines(source: string, width: number): readonly string[] {
  return blockLines(lex(printable(source)).tokens, { width, isHighlighted: true }).lines
}

export function blockLines(tokens: readonly Token[], options: BlockOptions): BlockLines {
  const { width, formats = [], isHighlighted = false } = options
  const lines: string[] = []
  let hasGap = options.hasGap ?? false
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'space') {
      hasGap = true
      continue
    }
    const isOpen = index === 0 && options.isCodeOpen === true
    const own = linesOf(token as MarkedToken, {
      width: Math.max(MIN_WIDTH, width),
      formats,
      isCodeOpen: isOpen,
      isHighlighted,
    })
    if (own.length > 0 && hasGap) lines.push('')
    for (const line of own) lines.push(line)
    hasGap = (hasGap && own.length === 0) || endsBlank(token.raw)
  }
  return { lines, hasGap }
}

/** A block's source may include the blank lines after it. */
function endsBlank(raw: string): boolean {
  return /\n[ \t]*\n[ \t\n]*$/.test(raw)
}

type TokenOptions = Required<Omit<BlockOptions, 'hasGap'>>

function linesOf(token: MarkedToken, options: TokenOptions): string[] {
  const { width, formats } = options
  switch (token.type) {
    case 'heading': {
      const own: Format[] = token.depth === 1 ? ['bold', 'underline'] : ['bold']
      return proseLines(inlineText(token.tokens, [...formats, ...own]), width)
    }
    case 'code':
      return codeLines(token, options)
    case 'blockquote': {
      const { lines } = blockLines(token.tokens, {
        ...options,
        width: width - 2,
        formats: [...formats, 'italic'],
        isCodeOpen: false,
      })
      return lines.map((line) => `${dim('▎')} ${line}`)
    }
    case 'list':
      return listLines(token, options)
    case 'table':
      return tableLines(token, width, formats)
    case 'hr':
      return [dim('─'.repeat(Math.min(width, RULE)))]
    case 'html':
      return token.raw
        .trimEnd()
        .split('\n')
        .flatMap((line) => wrapWords(line, width))
    case 'def':
    case 'checkbox':
      return []
    case 'paragraph':
      return proseLines(inlineText(token.tokens, formats), width)
    default:
      return proseLines(inlineText([token], formats), width)
  }
}

/** Keeps single line breaks, because models mean them. */
function proseLines(text: string, width: number): string[] {
  return text.split('\n').flatMap((line) => wrapWords(line, width))
}

const FENCED = /^ {0,3}(`{3,}|~{3,})/

export function isFenceOpen({ raw }: Tokens.Code): boolean {
  const fence = FENCED.exec(raw)?.[1]
  const last = raw.trimEnd().split('\n').slice(1).at(-1)?.trim() ?? ''
  return fence !== undefined && !(last.startsWith(fence) && last.replaceAll(fence.charAt(0), '') === '')
}

/** An empty block has no lines, or one blank line. */
export function codeBody(token: Tokens.Code): readonly string[] {
  const raw = isFenceOpen(token) ? token.raw : token.raw.trimEnd()
  return token.text === '' && raw.split('\n').length < 3 ? [] : token.text.split('\n')
}

function codeLines(token: Tokens.Code, { width, isCodeOpen, isHighlighted }: TokenOptions): string[] {
  const isFenced = FENCED.test(token.raw)
  const lines = isFenced && !isCodeOpen ? [dim(`┌ ${token.lang ?? ''}`.trimEnd())] : []
  const body = codeBody(token)
  const coloured = isHighlighted ? highlightedLines(body.join('\n'), languageOf(token)) : undefined
  for (const line of coloured ?? body.map(cyan))
    for (const part of wrapWords(line, width - 2, { hang: 2 })) lines.push(`${dim('│')} ${part}`)
  return isFenced && !isFenceOpen(token) ? [...lines, dim('└')] : lines
}

/** The first word behind the fence. */
function languageOf({ lang = '' }: Tokens.Code): string {
  return /^[\w+#-]*/.exec(lang)?.[0].toLowerCase() ?? ''
}

function listLines({ items, ordered, start }: Tokens.List, options: TokenOptions): string[] {
  const { width } = options
  const lines: string[] = []
  for (const [index, item] of items.entries()) {
    const box = item.checked ? '☑' : '☐'
    const sign = item.task ? box : ordered ? `${Number(start || 1) + index}.` : '•'
    const indent = Math.min(textWidth(sign) + 1, Math.max(0, width - MIN_WIDTH))
    const { lines: own } = blockLines(item.tokens, { ...options, width: width - indent, isCodeOpen: false })
    const [first = '', ...rest] = own
    lines.push(
      `${magenta(sign)} ${first}`,
      ...rest.map((line) => (line === '' ? '' : ' '.repeat(indent) + line)),
    )
    if (index + 1 < items.length && endsBlank(item.raw)) lines.push('')
  }
  return lines
}
