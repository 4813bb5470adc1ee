// @ts-check
// The views that are photographed: where each is, and what is done there first.

/** @typedef {import('playwright-core').Page} Page */
/**
 * @typedef {object} View
 * @property {string} at
 * @property {string} [ready] a selector; without it, the page's own signs are enough
 * @property {(page: Page) => Promise<unknown>} [prepare]
 * @property {'stranger' | 'without-claude'} [from] not a signed-in browser of the host with the sessions
 * @property {string[]} [drawn] the names of its drawings, without `-light` or `-dark`
 */

/** @param {string} name */
const press = (name) => (/** @type {Page} */ page) => page.getByRole('button', { name }).first().click()
/** @param {string} section */
const inspected = (section) => (/** @type {Page} */ page) =>
  page.getByRole('navigation', { name: 'Parts of the inspector' }).getByText(section, { exact: true }).click()
const openShortcuts = async (/** @type {Page} */ page) => {
  await page.keyboard.press('?')
  await page.getByRole('dialog').waitFor()
}
const scrollToEnd = (/** @type {Page} */ page) => page.keyboard.press('End')

/** Opens a file, leaves a comment, and begins another. @param {Page} page */
async function comment(page) {
  const line = (/** @type {number} */ number) =>
    page.getByRole('button', { name: `Comment on line ${number}` })
  await page.getByRole('button', { name: /redeem\.ts/ }).click()
  await line(18).first().click()
  if (
    await page
      .getByRole('article')
      .count()
      .then((count) => count === 0)
  ) {
    await page.getByRole('textbox').fill('Does `due` include shipping? The old total did not.')
    await page.getByRole('button', { name: 'Add comment' }).click()
    await page.getByRole('article').first().waitFor()
    await page.getByRole('button', { name: /^Send 1 comment/ }).waitFor()
    await line(20).first().click()
  }
  await line(21)
    .first()
    .click({ modifiers: ['Shift'] })
  await page
    .getByRole('textbox')
    .fill('If the order is cancelled later, the ledger row stays. Please add a reversal and a test for it.')
}

/** @param {Record<string, string>} ids @returns {Record<string, View>} */
export function viewsOf(ids) {
  const at = (/** @type {string} */ title, tab = '') => `/s/${ids[title]}${tab}`
  const shown = (/** @type {string} */ title) => ids[title] ?? ''
  return {
    'sign-in': { at: '/', from: 'stranger' },
    'first-minute': { at: '/', from: 'without-claude', drawn: ['first-minute'] },
    board: { at: '/', ready: '.board', drawn: ['board'] },
    inbox: { at: '/inbox', drawn: ['phone'] },
    'new-session': { at: '/new' },
    phone: { at: '/phone' },
    sessions: { at: '/sessions' },
    session: { at: at('Round tax per line'), ready: '.approval', drawn: ['session'] },
    'session-begin': {
      at: at('Round tax per line'),
      ready: '.approval',
      prepare: (page) => page.locator('[role=feed]').press('Home'),
    },
    'approval-risk': { at: at('Release 4.12'), ready: '.approval', drawn: ['approval-risk', 'phone'] },
    deny: { at: at('Release 4.12'), ready: '.approval', prepare: press('Deny…') },
    question: { at: at('Cart in the database'), ready: '.approval' },
    plan: { at: at('Idempotent refunds'), ready: '.approval' },
    'api-error': { at: at('Webhook retries') },
    'sub-agents': { at: at('Upgrade to Node 24') },
    tasks: { at: at('Flaky checkout test'), drawn: ['phone'] },
    markdown: { at: at('Audit npm licences'), prepare: scrollToEnd },
    review: { at: at('Gift cards', '/changes'), ready: '.tree-row', prepare: comment, drawn: ['review'] },
    file: { at: `${at('Round tax per line', '/file')}?path=src/cart/totals.ts&line=21` },
    split: {
      at: `/split/${shown('Release 4.12')}/${shown('Round tax per line')}/${shown('Cart in the database')}`,
    },
    palette: {
      at: at('Round tax per line'),
      ready: '.approval',
      prepare: async (page) => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox', { name: 'Search and commands' }).fill('tax')
        await page.getByRole('option').first().waitFor()
      },
      drawn: ['palette'],
    },
    search: { at: '/search?q=tax', ready: '.search-hit' },
    shortcuts: { at: '/', ready: '.board', prepare: openShortcuts },
    usage: { at: '/usage', ready: '.usage-chart' },
    policies: { at: '/policies', ready: '.policy-rule' },
    'policy-rule': { at: '/policies', ready: '.policy-rule', prepare: press('New rule') },
    projects: { at: '/projects', ready: '.projects-list li' },
    settings: { at: '/settings', ready: '.settings-facts' },
    'inspector-context': { at: at('Audit npm licences', '/inspector'), prepare: inspected('Context') },
    'inspector-permissions': {
      at: at('Round tax per line', '/inspector'),
      prepare: inspected('Permissions'),
    },
    'inspector-tools': { at: at('Round tax per line', '/inspector'), prepare: inspected('Tools') },
    'inspector-process': { at: at('Round tax per line', '/inspector'), prepare: inspected('Process') },
    'inspector-journal': {
      at: at('Round tax per line', '/inspector'),
      prepare: async (page) => {
        await inspected('Journal')(page)
        await page.locator('.event').first().waitFor()
      },
    },
    'not-found': { at: '/nowhere' },
  }
}
