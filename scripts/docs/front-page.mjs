// @ts-check
// The front page, made from README.md: what it is, two commands, a few lines of code, and what makes it different.

/**
 * @param {string} readme with links between pages
 * @returns {string}
 */
export function frontPage(readme) {
  const [, lead = ''] = found(readme, /^# Fairlead\n\n([\s\S]*?)\n\n/m, 'a first paragraph')
  const [tagline = '', ...rest] = oneLine(lead).split(/(?<=\.) (?=[A-Z])/)
  const [commands] = found(readme, /^```sh\n[\s\S]*?^```$/m, 'a block of commands')
  const [code] = found(readme, /^```js\n[\s\S]*?^```$/m, 'a block of JavaScript')
  const features = [...readme.matchAll(/^- \*\*(.+?)\.?\*\* ([\s\S]*?)(?=\n- |\n\n|$(?![\s\S]))/gm)]
  if (features.length === 0) throw new Error('README.md has no list of features')
  return `---
layout: home
title: Fairlead
titleTemplate: false
hero:
  name: Fairlead
  text: ${JSON.stringify(tagline.replace(/^Fairlead /, ''))}
  tagline: ${JSON.stringify(rest.join(' ').replaceAll('**', '').replaceAll('`', ''))}
  actions:
    - { theme: brand, text: Guide, link: ${hasGuideFolder(readme) ? '/guide/' : '/guide'} }
    - { theme: alt, text: Reference, link: /reference/fairlead/ }
    - { theme: alt, text: Host and console, link: /host }
---

<div class="front">
<div class="front-columns">
<div>

## Two commands

${commands}

</div>
<div>

## The library

${code}

</div>
</div>
<div class="front-features">
${features.map(([, title, text = '']) => `<div>\n\n### ${title}\n\n${oneLine(text)}\n\n</div>`).join('\n')}
</div>
${pictures(readme)}
</div>
`
}

/** @param {string} readme */
function pictures(readme) {
  const images = [...readme.matchAll(/^!\[[^\]]*\]\([^)]+\)$/gm)].map(([image]) => image)
  const [light, dark = light] = images
  return light
    ? `<div class="only-light">\n\n${light}\n\n</div>\n<div class="only-dark">\n\n${dark}\n\n</div>`
    : ''
}

const hasGuideFolder = (/** @type {string} */ readme) => /\]\(\.\/guide\//.test(readme)

const oneLine = (/** @type {string} */ text) => text.replaceAll(/\s*\n\s*/g, ' ')

/**
 * @param {string} text
 * @param {RegExp} pattern
 * @param {string} what
 */
function found(text, pattern, what) {
  const match = pattern.exec(text)
  if (match === null) throw new Error(`README.md has not ${what}: the front page is made from it`)
  return match
}
