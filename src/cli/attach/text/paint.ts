/** Styles for what is shown. The screen takes colours away where they are not wanted. */
import type { Style } from '../../style.ts'

function painter(on: number | string, off: number): (text: string) => string {
  return (text) => (text === '' ? '' : `\x1b[${on}m${text}\x1b[${off}m`)
}

export const bold = painter(1, 22)
export const dim = painter(2, 22)
export const italic = painter(3, 23)
export const underline = painter(4, 24)
export const inverse = painter(7, 27)
export const red = painter(31, 39)
export const green = painter(32, 39)
export const yellow = painter(33, 39)
export const blue = painter(34, 39)
export const magenta = painter(35, 39)
export const cyan = painter(36, 39)

/** For what is shared with the other commands. */
export const style: Style = { dim, bold, red, green, yellow, cyan }

/** SGR parameters to put under a line. */
export const SELECTED = '7'
export const BAR = '38;5;252;48;5;236'
export const ALARM = '1;37;41'
