/** Code in the 16 colours of a terminal. The only file of `cli` that imports a highlighter, which only `attach` loads. */
import bash from 'highlight.js/lib/languages/bash'
import c from 'highlight.js/lib/languages/c'
import css from 'highlight.js/lib/languages/css'
import diff from 'highlight.js/lib/languages/diff'
import go from 'highlight.js/lib/languages/go'
import java from 'highlight.js/lib/languages/java'
import javascript from 'highlight.js/lib/languages/javascript'
import json from 'highlight.js/lib/languages/json'
import python from 'highlight.js/lib/languages/python'
import rust from 'highlight.js/lib/languages/rust'
import sql from 'highlight.js/lib/languages/sql'
import typescript from 'highlight.js/lib/languages/typescript'
import xml from 'highlight.js/lib/languages/xml'
import yaml from 'highlight.js/lib/languages/yaml'
import { createLowlight } from 'lowlight'
import { type Format, styled } from './style.ts'

const languages = { bash, c, css, diff, go, java, javascript, json, python, rust, sql, typescript, xml, yaml }
const lowlight = createLowlight(languages)

/** By the first part of the highlighter's class; what is not here keeps the colour of the text. */
const FORMATS: Readonly<Record<string, Format>> = {
  keyword: 'magenta',
  literal: 'magenta',
  string: 'green',
  regexp: 'green',
  number: 'yellow',
  comment: 'dim',
  meta: 'dim',
  title: 'cyan',
  built_in: 'cyan',
  type: 'cyan',
  attr: 'cyan',
  attribute: 'cyan',
  name: 'cyan',
  section: 'cyan',
  addition: 'green',
  deletion: 'red',
}
/** Highlighting a longer text takes longer than a frame. */
const MAX = 60_000

interface Node {
  readonly type: string
  readonly value?: unknown
  readonly properties?: { readonly className?: unknown }
  readonly children?: readonly Node[]
}

/** One styled line for each line of the code. Undefined for a language that is not known. */
export function highlightedLines(code: string, language: string): string[] | undefined {
  if (code.length > MAX || !lowlight.registered(language)) return undefined
  return textOf(lowlight.highlight(language, code), undefined).split('\n')
}

function textOf(node: Node, format: Format | undefined): string {
  if (node.type === 'text') return coloured(String(node.value), format)
  const own = formatOf(node) ?? format
  return (node.children ?? []).map((child) => textOf(child, own)).join('')
}

function formatOf({ properties }: Node): Format | undefined {
  const [first] = Array.isArray(properties?.className) ? properties.className : []
  return FORMATS[String(first).replace(/^hljs-/, '')]
}

/** Styles do not span lines. */
function coloured(text: string, format: Format | undefined): string {
  if (format === undefined) return text
  return text
    .split('\n')
    .map((line) => styled([format], line))
    .join('\n')
}
