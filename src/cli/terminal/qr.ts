/** A QR code of half blocks. The only file that imports `uqr`. */
import { encode } from 'uqr'

/** Light modules around the code, so that a camera finds its edge. */
const QUIET_ZONE = 2
/** Black on white, whatever the terminal's own colours: a code is read with both. */
const COLOURS = '\x1b[30;107m'

/** Two rows of modules in each line. */
export function qrLines(text: string): string[] {
  const { data, size } = encode(text, { ecc: 'L', border: QUIET_ZONE })
  const isDark = (row: number, column: number) => data[row]?.[column] === true
  return Array.from({ length: Math.ceil(size / 2) }, (_, line) => {
    const blocks = Array.from({ length: size }, (_, column) =>
      halfBlock(isDark(2 * line, column), isDark(2 * line + 1, column)),
    )
    return `${COLOURS}${blocks.join('')}\x1b[0m`
  })
}

function halfBlock(isUpperDark: boolean, isLowerDark: boolean): string {
  if (isUpperDark) return isLowerDark ? '█' : '▀'
  return isLowerDark ? '▄' : ' '
}
