// @ts-check
// What the charts share: colours for light and dark, and text.

const STYLE = `<style>
  .ground { fill: #ffffff } text { fill: #1f2328; font: 12px system-ui, sans-serif } .title { font-weight: 600; font-size: 14px }
  .faint { fill: #59636e } .line { stroke: #d1d9e0 } .one { stroke: #59636e }
  .a { fill: #0969da } .b { fill: #9a6700 } .c { fill: #1a7f37 } .d { fill: #8250df }
  .sa { stroke: #0969da } .sb { stroke: #9a6700 } .sc { stroke: #1a7f37 } .sd { stroke: #8250df }
  .miss { fill: #cf222e } .tick { stroke: #1f2328 }
  @media (prefers-color-scheme: dark) {
    .ground { fill: #0d1117 } text { fill: #f0f6fc } .faint { fill: #9198a1 } .line { stroke: #3d444d } .one { stroke: #9198a1 }
    .a { fill: #4493f8 } .b { fill: #d29922 } .c { fill: #3fb950 } .d { fill: #ab7df8 }
    .sa { stroke: #4493f8 } .sb { stroke: #d29922 } .sc { stroke: #3fb950 } .sd { stroke: #ab7df8 }
    .miss { fill: #f85149 } .tick { stroke: #f0f6fc }
  }
</style>`

/**
 * @param {number} width
 * @param {number} height
 * @param {string} title
 * @param {readonly string[]} shapes
 */
export function svg(width, height, title, shapes) {
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img">`,
    `<title>${escaped(title)}</title>`,
    STYLE,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    text(16, 24, title, 'title'),
    ...shapes,
    '</svg>',
  ].join('\n')}\n`
}

/**
 * @param {number} x
 * @param {number} y
 * @param {string} words
 * @param {string} [name] of a class
 * @param {'start' | 'middle' | 'end'} [anchor]
 */
export function text(x, y, words, name = '', anchor = 'start') {
  return `<text x="${at(x)}" y="${at(y)}"${name && ` class="${name}"`} text-anchor="${anchor}">${escaped(words)}</text>`
}

/**
 * @param {number} x1
 * @param {number} y1
 * @param {number} x2
 * @param {number} y2
 * @param {string} name
 */
export const line = (x1, y1, x2, y2, name) =>
  `<line class="${name}" x1="${at(x1)}" y1="${at(y1)}" x2="${at(x2)}" y2="${at(y2)}"/>`

export const at = (/** @type {number} */ value) => Number(value.toFixed(1))

const escaped = (/** @type {string} */ words) =>
  words.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
