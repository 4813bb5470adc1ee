// @ts-check
// Links between files of the repository, turned into links between pages.

import { posix } from 'node:path'

const FENCE = /(^ *```[^\n]*\n[\s\S]*?^ *```$|`[^`\n]*`)/m

/**
 * @typedef {object} Place
 * @property {string} file the file that the text comes from
 * @property {string} page the page that it becomes
 * @property {(file: string) => string | undefined} pageOf
 * @property {(file: string) => boolean} exists
 * @property {string} repository where files that are no pages can be read
 */

/**
 * @param {string} markdown
 * @param {Place} place
 */
export function relink(markdown, place) {
  return outsideCode(markdown, (text) =>
    text.replace(/\]\(([^)\s]+)\)/g, (_, link) => `](${relinked(link, place)})`),
  )
}

/**
 * @param {string} link
 * @param {Place} place
 */
function relinked(link, { file, page, pageOf, exists, repository }) {
  if (/^([a-z]+:|#)/.test(link)) return link
  const [path = '', anchor] = link.split('#')
  const target = posix.join(posix.dirname(file), path)
  if (!exists(target)) throw new Error(`${file} links to ${link}, which does not exist`)
  const found = pageOf(target)
  const end = anchor === undefined ? '' : `#${anchor}`
  if (found === undefined) return `${repository}/blob/main/${target}${end}`
  const relative = posix.relative(posix.dirname(page), found)
  return `${relative.startsWith('.') ? relative : `./${relative}`}${end}`
}

/**
 * @param {string} markdown
 * @param {(text: string) => string} change
 */
export function outsideCode(markdown, change) {
  // Split by a pattern with a group: the odd parts are code.
  return markdown
    .split(new RegExp(FENCE.source, 'gm'))
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join('')
}
