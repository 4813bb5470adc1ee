// @ts-check
// The sessions of the pictures, in the order in which they were begun.

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/**
 * @typedef {object} Staged
 * @property {string} title
 * @property {string} project
 * @property {string} branch
 * @property {string} prompt
 * @property {string} [before] a prompt that is answered first
 * @property {number} ago when it was begun
 * @property {string} [mode]
 * @property {'finished' | 'asks' | 'works' | 'failed'} until what to wait for
 * @property {string} [tool] of the approval to show; others are allowed
 * @property {boolean} [pinned]
 * @property {string} [worktree] the name of a worktree of its own
 * @property {string} [queued] a prompt for after the turn
 */

/** @type {readonly Staged[]} */
export const SESSIONS = [
  {
    title: 'Fix broken sitemap',
    project: 'shop',
    branch: 'main',
    prompt: 'The sitemap misses products',
    ago: 6 * DAY,
    until: 'finished',
  },
  {
    title: 'Currency picker',
    project: 'shop',
    branch: 'fairlead/currency',
    prompt: 'Let people choose the currency',
    ago: 4 * DAY,
    until: 'finished',
  },
  {
    title: 'Log retention',
    project: 'infra',
    branch: 'fairlead/logs',
    prompt: 'Keep logs for 30 days',
    ago: DAY,
    until: 'finished',
  },
  {
    title: 'Audit npm licences',
    project: 'shop',
    branch: 'fairlead/licences',
    prompt: 'Audit the licences of all packages',
    ago: 5 * HOUR,
    until: 'finished',
  },
  {
    title: 'Nightly backup restore',
    project: 'infra',
    branch: 'main',
    prompt: 'Restore the backup of last night',
    ago: 2 * HOUR,
    until: 'finished',
  },
  {
    title: 'Order export as CSV',
    project: 'shop',
    branch: 'fairlead/csv',
    prompt: 'Export orders as CSV',
    ago: 38 * MINUTE,
    mode: 'acceptEdits',
    until: 'finished',
  },
  {
    title: 'Gift cards',
    project: 'shop',
    branch: 'fairlead/gift-cards',
    prompt: 'Sell gift cards in the shop',
    worktree: 'gift-cards',
    ago: 12 * MINUTE,
    mode: 'acceptEdits',
    until: 'finished',
  },
  {
    title: 'Idempotent refunds',
    project: 'payments-api',
    branch: 'fairlead/refund-keys',
    before: 'How are refunds retried?',
    prompt: 'Refunds are sent twice when a request is retried. Make a plan',
    ago: 11 * MINUTE,
    mode: 'plan',
    until: 'asks',
    tool: 'ExitPlanMode',
  },
  {
    title: 'Cart in the database',
    project: 'shop',
    branch: 'fairlead/guest-carts',
    before: 'How are guest carts kept today?',
    prompt: 'Which store should guest carts move to?',
    ago: 4 * MINUTE,
    until: 'asks',
    tool: 'AskUserQuestion',
  },
  {
    title: 'Webhook retries',
    project: 'payments-api',
    branch: 'fairlead/webhooks',
    before: 'How are webhooks sent?',
    prompt: 'Webhooks are lost when the receiver is down',
    ago: 3 * MINUTE,
    until: 'failed',
  },
  {
    title: 'Release 4.12',
    project: 'shop',
    branch: 'release/4.12',
    before: 'Prepare the release',
    prompt: 'Publish 4.12',
    ago: 130_000,
    until: 'asks',
    tool: 'Bash',
  },
  {
    title: 'Flaky checkout test',
    project: 'shop',
    branch: 'fairlead/flaky',
    before: 'What does the checkout test do?',
    prompt: 'The checkout test fails one time in ten. Find out why',
    ago: 95_000,
    until: 'works',
    pinned: true,
  },
  {
    title: 'Upgrade to Node 24',
    project: 'payments-api',
    branch: 'fairlead/node-24',
    before: 'Which calls are deprecated in Node 24?',
    prompt: 'Upgrade to Node 24',
    ago: 48_000,
    until: 'works',
  },
  {
    title: 'Round tax per line',
    project: 'shop',
    branch: 'fairlead/round-tax',
    before: 'Read how the cart computes its totals',
    prompt:
      'Invoices charge too much tax when a line has a discount, and totals are off by a cent. Find out why and fix it in `src/cart`. Round tax per line, half to even, as accounting does.',
    ago: 26_000,
    until: 'asks',
    tool: 'Edit',
    queued: 'Then add a test for a line with a 100 % discount.',
  },
  {
    title: 'Terraform drift',
    project: 'infra',
    branch: 'fairlead/drift',
    before: 'What has Terraform under its care?',
    prompt: 'Compare the state with what runs',
    ago: 12_000,
    until: 'works',
  },
]
