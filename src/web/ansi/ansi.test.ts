import { describe, expect, test } from 'vitest'
import { ansiPieces, plainText } from './ansi.ts'

const ESC = '\u001b'

describe('terminal output as styled text', () => {
  test('colours and weights begin and end', () => {
    expect(ansiPieces(`a${ESC}[1;31mb${ESC}[22mc${ESC}[0md`)).toEqual([
      { text: 'a', style: {} },
      { text: 'b', style: { isBold: true, color: 1 } },
      { text: 'c', style: { color: 1 } },
      { text: 'd', style: {} },
    ])
  })
  test('colours of 256 and of 16 million become the nearest of eight', () => {
    const colors = ['38;5;196', '38;2;20;200;30', '38;5;250', '38:5:21'].map(
      (code) => ansiPieces(`${ESC}[${code}mx`)[0]?.style.color,
    )
    expect(colors).toEqual([1, 2, 7, 4])
  })
  test('what follows a long colour is still read', () => {
    expect(ansiPieces(`${ESC}[38;2;255;0;0;4mx`)[0]?.style).toEqual({ color: 1, isUnderlined: true })
  })
  test('links, titles, moves and questions to the terminal are dropped, their text stays', () => {
    const link = `${ESC}]8;;javascript:alert(1)${ESC}\\here${ESC}]8;;${ESC}\\`
    expect(plainText(`${ESC}]0;title\u0007${link}${ESC}[2J${ESC}[6n${ESC}(B\u0000\u009b3D!`)).toBe('here!')
  })
  test('a control that never ends takes no more than its line', () => {
    expect(plainText(`a${ESC}]0;open\nb${ESC}[`)).toBe('a\nb')
  })
  test('a line that is written over is what it was in the end', () => {
    expect(plainText('10%\r50%\r100%\nnext\r\n')).toBe('100%\nnext\n')
    expect(plainText('abc\b\bX')).toBe('aX')
  })
  test('a long line of escapes takes no time to speak of', () => {
    const text = `${ESC}[3${'1;'.repeat(50_000)}m`.repeat(3)
    expect(plainText(text)).toBe('')
  })
})
