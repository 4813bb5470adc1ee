// @ts-check
// The navigation. Pages are found in the folders; only the order of the groups, and what comes first in one, stands here.

/**
 * @typedef {{ page: string, title: string, order: number }} Page
 * @typedef {{ text: string, link?: string, collapsed?: boolean, items?: Item[] }} Item
 */

const DAILY = [
  'host',
  'console',
  'terminal',
  'fleet',
  'recorder',
  'scenarios',
  'reliability',
  'versions',
  'security',
  'spec',
]
const CHANGING = ['contributing', 'architecture', 'extending', 'changelog']

/**
 * @param {readonly Page[]} pages
 * @returns {Item[]}
 */
export function sidebar(pages) {
  const inFolder = (/** @type {string} */ folder) => pages.filter(({ page }) => page.startsWith(`${folder}/`))
  const top = pages.filter(({ page }) => !page.includes('/') && page !== 'index.md')
  const named = (/** @type {string[]} */ names) =>
    names.flatMap((name) => top.filter((it) => it.page === `${name}.md`))
  const others = top.filter(({ page }) => ![...DAILY, ...CHANGING, 'guide'].includes(page.replace('.md', '')))
  const [entries, http, commands] = [
    inFolder('reference/fairlead').filter(({ page }) =>
      /^reference\/fairlead\/([\w-]+\/)?index\.md$/.test(page),
    ),
    inFolder('reference/http'),
    inFolder('reference/commands'),
  ]
  const protocol = pages.filter(({ page }) => page === 'reference/protocol.md')
  /** @type {Item[]} */
  const groups = [
    { text: 'Start', link: '/' },
    group('Guide', [...named(['guide']), ...sorted(inFolder('guide'))]),
    group('Use', [...named(DAILY), ...others]),
    {
      text: 'Reference',
      items: [
        group('Library', sorted(entries), true),
        group('HTTP API', sorted(http), true),
        group('Commands', sorted(commands), true),
        ...protocol.map(item),
      ],
    },
    group('Examples', sorted(inFolder('examples')), true),
    group('Change Fairlead', [...named(CHANGING), ...sorted(inFolder('bench'))], true),
  ]
  return groups.filter(({ link, items }) => link !== undefined || items?.length)
}

/**
 * @param {string} text
 * @param {readonly Page[]} pages
 * @param {boolean} [collapsed]
 * @returns {Item}
 */
function group(text, pages, collapsed) {
  return { text, ...(collapsed !== undefined && { collapsed }), items: pages.map(item) }
}

/** @param {Page} page */
function item({ page, title }) {
  return { text: title, link: `/${page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}` }
}

/** @param {readonly Page[]} pages */
function sorted(pages) {
  const isIndex = (/** @type {Page} */ { page }) => Number(page.endsWith('/index.md'))
  return [...pages].sort(
    (a, b) => Math.sign(a.order - b.order) || isIndex(b) - isIndex(a) || (a.page < b.page ? -1 : 1),
  )
}
