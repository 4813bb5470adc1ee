/** Colours where somebody sees them: not in a pipe, not with NO_COLOR. */
import { stripVTControlCharacters } from 'node:util'
import { visiblePiece } from '../state/unseen.ts'
import type { Io } from './io.ts'

export interface Style {
  dim(text: string): string
  bold(text: string): string
  red(text: string): string
  green(text: string): string
  yellow(text: string): string
  cyan(text: string): string
}

const CODES = {
  dim: [2, 22],
  bold: [1, 22],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  cyan: [36, 39],
}

export function styleFor(stream: Io['stdout'], env: NodeJS.ProcessEnv): Style {
  const isOn = stream.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb'
  const paint = (name: keyof typeof CODES) => (text: string) => {
    const [on, off] = CODES[name]
    return isOn && text !== '' ? `\x1b[${on}m${text}\x1b[${off}m` : text
  }
  return {
    dim: paint('dim'),
    bold: paint('bold'),
    red: paint('red'),
    green: paint('green'),
    yellow: paint('yellow'),
    cyan: paint('cyan'),
  }
}

/** Text of the model or of a tool cannot move the cursor or change the window's title, and hides nothing. */
export function printable(text: string): string {
  return visiblePiece(stripVTControlCharacters(text).replaceAll(CONTROL, ''))
}

const CONTROL = /(?![\n\t])\p{Cc}/gu

/** In one line of at most so many characters. */
export function shorten(text: string, most: number): string {
  const line = printable(text).replace(/\s+/g, ' ').trim()
  return line.length <= most ? line : `${line.slice(0, Math.max(0, most - 1)).trimEnd()}…`
}
