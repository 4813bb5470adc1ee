/** What is read beyond GitHub's markdown: formulas in dollar signs or TeX's brackets, and footnotes. */
import { Marked, type TokenizerExtension, type Tokens } from 'marked'

export interface MathToken extends Tokens.Generic {
  readonly type: 'math'
  readonly tex: string
  readonly isBlock: boolean
}
export interface FootnoteToken extends Tokens.Generic {
  readonly type: 'footnote'
  readonly label: string
}
export interface FootnoteRefToken extends Tokens.Generic {
  readonly type: 'footnoteRef'
  readonly label: string
}

const MATH_BLOCK = /^ {0,3}(?:\$\$([^$]+?)\$\$|\\\[([\s\S]+?)\\\])[ \t]*(?:\n+|$)/
const MATH_DISPLAYED = /^(?:\$\$([^$\n]+?)\$\$|\\\[([^\n]+?)\\\])/
/** Prices and shell variables are none: no blank within the dollar signs, and no letter or figure after them. */
const MATH_INLINE = /^(?:\$([^\s$`](?:[^$\n`]*[^\s$`\\])?)\$(?![\p{L}\p{N}])|\\\(([^\n]+?)\\\))/u

const mathBlock: TokenizerExtension = {
  name: 'math',
  level: 'block',
  start: (text) => indexOf(text, /\n {0,3}(?:\$\$|\\\[)/),
  tokenizer: (text) => mathIn(MATH_BLOCK.exec(text), true),
}
const mathInline: TokenizerExtension = {
  name: 'mathInline',
  level: 'inline',
  start: (text) => indexOf(text, /\$|\\[([]/),
  tokenizer: (text) => mathIn(MATH_DISPLAYED.exec(text), true) ?? mathIn(MATH_INLINE.exec(text), false),
}

function mathIn(found: RegExpExecArray | null, isBlock: boolean): MathToken | undefined {
  const tex = (found?.[1] ?? found?.[2])?.trim()
  return found && tex ? { type: 'math', raw: found[0], tex, isBlock } : undefined
}

/** Further lines of a footnote are indented. */
const FOOTNOTE = /^ {0,3}\[\^([^\]\s]{1,40})\]:[ \t]*([^\n]*(?:\n(?: {2,}|\t)[^\n]+)*)(?:\n+|$)/
const FOOTNOTE_REF = /^\[\^([^\]\s]{1,40})\](?!:)/

const footnote: TokenizerExtension = {
  name: 'footnote',
  level: 'block',
  start: (text) => indexOf(text, /\n {0,3}\[\^/),
  tokenizer(text) {
    const [raw, label, body = ''] = FOOTNOTE.exec(text) ?? []
    if (raw === undefined || label === undefined) return undefined
    return { type: 'footnote', raw, label, tokens: this.lexer.inlineTokens(body.replace(/\n[ \t]+/g, '\n')) }
  },
}
const footnoteRef: TokenizerExtension = {
  name: 'footnoteRef',
  level: 'inline',
  start: (text) => indexOf(text, /\[\^/),
  tokenizer(text) {
    const [raw, label] = FOOTNOTE_REF.exec(text) ?? []
    return raw === undefined || label === undefined ? undefined : { type: 'footnoteRef', raw, label }
  },
}

function indexOf(text: string, pattern: RegExp): number | undefined {
  const index = text.search(pattern)
  return index < 0 ? undefined : index
}

export const LEXER_OPTIONS = new Marked(
  { gfm: true },
  { extensions: [mathBlock, mathInline, footnote, footnoteRef] },
).defaults
