/** What a terminal would act on, and texts without it. */
import { visiblePiece } from '../../state/unseen.ts'

/** CSI, OSC and other strings up to their end, other escapes; then control characters of C0 and C1. */
export const ESCAPE =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
  /\x1b\[([0-9:;<=>?]*)([ -/]*[@-~])|\x1b[\]PX^_][^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?|\x9b[0-9:;<=>?]*[ -/]*[@-~]?/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
export const CONTROL = /[\x00-\x08\x0a-\x1f\x7f-\x9f]/g

/**
 * Text of a model or of a tool, which can then neither move the cursor nor change the title of the window, and hides
 * nothing. Line ends and tabs stay; colours do not.
 */
export function printable(text: string): string {
  return visiblePiece(text.replace(ESCAPE, '').replace(CONTROL, (sign) => (sign === '\n' ? sign : '')))
}
