/** Colours and emphasis for every command. The only place that creates them. */
import { WriteStream } from 'node:tty'
import { styleText } from 'node:util'
import type { Io } from '../io.ts'

export type Format = Exclude<Parameters<typeof styleText>[0], readonly unknown[]>
export type Paint = (text: string) => string

/** Applies the formats whatever the stream: the writer decides whether to keep them. */
export function styled(formats: readonly Format[], text: string): string {
  return text === '' || formats.length === 0 ? text : styleText([...formats], text, { validateStream: false })
}

const painter =
  (format: Format): Paint =>
  (text) =>
    styled([format], text)

export const bold = painter('bold')
export const dim = painter('dim')
export const italic = painter('italic')
export const red = painter('red')
export const green = painter('green')
export const yellow = painter('yellow')
export const magenta = painter('magenta')
export const cyan = painter('cyan')

export interface Style {
  readonly dim: Paint
  readonly bold: Paint
  readonly red: Paint
  readonly green: Paint
  readonly yellow: Paint
  readonly cyan: Paint
}

export const style: Style = { dim, bold, red, green, yellow, cyan }
const same: Paint = (text) => text
const unstyled: Style = { dim: same, bold: same, red: same, green: same, yellow: same, cyan: same }

export function styleFor(stream: Io['stdout'], env: NodeJS.ProcessEnv): Style {
  return hasColours(stream, env) ? style : unstyled
}

/** On a terminal with colours, unless NO_COLOR; anywhere with FORCE_COLOR. */
export function hasColours({ isTTY = false }: Pick<Io['stdout'], 'isTTY'>, env: NodeJS.ProcessEnv): boolean {
  return (isTTY || env.FORCE_COLOR !== undefined) && WriteStream.prototype.getColorDepth(env) > 1
}

/** Wipes the current line and returns to its start. `state/unseen.ts` lets this sequence through. */
export const WIPE_LINE = '\r\x1b[K'

/** Styles to put under a line, as SGR parameters: `styleText` has no shades of grey. */
export const SELECTED = '7'
export const BAR = '38;5;252;48;5;236'
export const ALARM = '1;37;41'
