import { memo, useMemo } from 'react'
import { ansiPieces, type Style } from './ansi.ts'
import './ansi.css'

export const AnsiText = memo(function AnsiText({ text }: { text: string }) {
  const pieces = useMemo(() => ansiPieces(text), [text])
  return pieces.map(({ text: part, style }, index) => {
    const names = namesOf(style)
    if (names === '') return part
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: a piece's place is its only name
      <span key={index} className={names}>
        {part}
      </span>
    )
  })
})

function namesOf(style: Style): string {
  const { color, ground, isBold, isDim, isItalic, isUnderlined, isStruck, isInverse } = style
  const names = [
    color !== undefined && `ansi-color-${color}`,
    ground !== undefined && `ansi-ground-${ground}`,
    isBold && 'ansi-bold',
    isDim && 'ansi-dim',
    isItalic && 'ansi-italic',
    isUnderlined && 'ansi-underlined',
    isStruck && 'ansi-struck',
    isInverse && 'ansi-inverse',
  ]
  return names.filter(Boolean).join(' ')
}
