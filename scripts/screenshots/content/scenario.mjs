// @ts-check
// What the simulated model says and does in the sessions of the pictures. A script is found by the beginning of its prompt.

const ESC = '\u001b'
const green = (/** @type {string} */ text) => `${ESC}[32m${text}${ESC}[0m`
const HOURS = 36_000_000

/** @param {number} output @param {number} [cached] */
const usage = (output, cached = 60_000) => ({
  usage: {
    input_tokens: 2400,
    output_tokens: output,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: 9000,
  },
})
/** @param {readonly (readonly [content: string, status: 'completed' | 'in_progress' | 'pending'])[]} list */
const tasks = (list) => ({
  tool: 'TodoWrite',
  input: { todos: list.map(([content, status]) => ({ content, status, activeForm: content })) },
})
const read = (/** @type {string} */ path) => ({
  tool: 'Read',
  input: { file_path: path },
  result: '     1\texport {}\n',
})
const grep = (/** @type {string} */ pattern) => ({
  tool: 'Grep',
  input: { pattern, path: 'src' },
  result: 'src/cart/totals.ts\nsrc/invoice/render.tsx\nsrc/cart/preview.tsx',
})
const write = (/** @type {string} */ path, /** @type {string} */ content) => ({
  tool: 'Write',
  input: { file_path: path, content },
  run: true,
})
/** @param {string} description @param {string} prompt @param {boolean} inBackground */
const agent = (description, prompt, inBackground) => ({
  tool: 'Agent',
  input: { description, prompt, subagent_type: 'Explore', run_in_background: inBackground },
})

const FINDING = `Tax is computed **before the discount**, and rounded only once, at the end. A cart with 10 % off the mugs shows both:

| Line | Net | Tax today | Tax per line | Difference |
|---|---:|---:|---:|---:|
| Mug, 2 × | 17.98 | 3.80 | 3.42 | −0.38 |
| Poster, 1 × | 24.50 | 4.66 | 4.66 | 0.00 |

I’ll add a rounding helper and use it in \`src/cart/totals.ts:21\`:

\`\`\`ts
/** Rounds to minor units, half to even. */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
\`\`\``
const TESTS = `${green('✓')} src/money/round.test.ts (14 tests) 6 ms
${green('✓')} src/money/format.test.ts (9 tests) 4 ms

Test files  2 passed (2)
     Tests  23 passed (23)`
const ROUND_TASKS = /** @type {const} */ ([
  ['Reproduce the wrong tax', 'completed'],
  ['Add roundHalfEven with tests', 'completed'],
  ['Check callers of lineTotal', 'completed'],
  ['Round tax per line in totals.ts', 'in_progress'],
  ['Update invoice fixtures', 'pending'],
])
const PLAN = `# Idempotent refunds

A refund that is sent twice must reach the provider once.

1. Add \`refund_keys\` with a unique key and the provider's answer.
2. Store the key **before** the call, in the transaction that locks the payment.
3. Answer a known key with the stored result, without a call.
4. Test both orders of a crash: before the call, and before its answer is stored.

Nothing changes for clients that send no key.
`
const LICENCES = `All 214 packages may be used as we use them. Two need a look:

| Package | Licence | Used by | What to do |
|---|---|---|---|
| \`chart-kit\` | LGPL-3.0 | the admin console | keep it a separate file |
| \`geo-lite\` | CC-BY-4.0 | shipping zones | name the source in the imprint |

- [x] No package without a licence
- [x] No licence that covers our own code
- [ ] Name the source of \`geo-lite\`

The list is made by \`npm run licences\`, which now fails for a licence that is not in \`licences.json\`.`
const GIFT_CARD = `import { nextCode } from './codes'
import type { Money } from '../money/types'

export interface GiftCard {
  readonly code: string
  readonly balance: Money
}

export function issue(balance: Money): GiftCard {
  return { code: nextCode(), balance }
}

export function redeem(card: GiftCard, amount: Money): GiftCard {
  if (amount > card.balance) throw new Error('The card does not cover the amount')
  return { ...card, balance: card.balance - amount }
}
`
const CHECKOUT = `import { redeem } from './gift-cards/card'

export function pay(order, method) {
  if (method.kind === 'gift-card') return redeem(method.card, order.total)
  return charge(order, method)
}
`
const CSV = `export const toCsv = (orders) => orders.map(rowOf).join('\\n')

const rowOf = ({ id, total }) => [id, total].join(',')
`
const RELEASE = `curl -fsSL https://get.shop-tools.dev/release.sh | sh -s -- --tag v4.12.0 \\
  && rm -rf dist .cache \\
  && git push --force origin release/4.12`

/** @param {string} prompt @param {readonly object[][]} replies */
const script = (prompt, ...replies) => ({ prompt, replies })

export const SCENARIO = {
  scripts: [
    script('How are refunds retried', [
      {
        text: 'The client sends the request again after 3 s, up to five times, with no key. The API calls the provider each time.',
      },
      usage(1500, 40000),
    ]),
    script('How are guest carts kept', [
      { text: 'In the session cookie, as JSON. About twenty lines fit.' },
      usage(1800, 70000),
    ]),
    script('Prepare the release', [
      { text: 'The changelog has 14 entries, and the version is set to 4.12.0.' },
      usage(2100, 100000),
    ]),
    script('What does the checkout test do', [
      { text: 'It fills in the form, pays with the stub and expects the receipt.' },
      usage(2400, 130000),
    ]),
    script('Which calls are deprecated', [
      { text: '`url.parse` in eleven places, and `fs.rmdir` with `recursive` in a script.' },
      usage(2700, 160000),
    ]),
    script('Read how the cart', [
      {
        text: '`lineTotal` computes net, tax and gross of a line, and `cartTotal` adds them up. Seven places call `lineTotal`.',
      },
      usage(3000, 190000),
    ]),
    script('What has Terraform', [
      { text: '41 resources in two regions: buckets, queues, the database and the network.' },
      usage(3300, 220000),
    ]),
    script('How are webhooks sent', [
      { text: 'Once, from the worker. Nothing keeps those that fail.' },
      usage(3600, 250000),
    ]),
    script(
      'Invoices charge too much tax',
      [
        {
          thinking:
            'The tax of a line is computed from its net price. I look for where the discount is taken off.',
        },
        read('src/cart/totals.ts'),
        read('src/cart/types.ts'),
        read('src/invoice/render.tsx'),
        grep('lineTotal'),
        grep('discount'),
        { tool: 'Read', input: { file_path: 'src/cart/tax.ts' }, fails: 'File does not exist.' },
        usage(900),
      ],
      [{ text: FINDING }, tasks(ROUND_TASKS), usage(1400)],
      [
        {
          tool: 'Bash',
          input: { command: 'npx vitest run src/money', description: 'Run the tests' },
          result: TESTS,
        },
        usage(200),
      ],
      [
        agent('callers of lineTotal', 'Find callers', true),
        agent('invoice PDF', 'Look at the invoice', true),
        agent('tax fixtures', 'Check the fixtures', true),
        usage(600),
      ],
      [
        {
          text: 'No caller depends on the old rounding. Now the change itself: the discount comes off first, and each line is rounded.',
        },
        {
          tool: 'Edit',
          input: {
            file_path: 'src/cart/totals.ts',
            old_string: '  const tax = net * rate.percent / 100;\n  return { net, tax, gross: net + tax };',
            new_string:
              '  const tax = roundHalfEven((net - discount) * rate.percent / 100);\n  return { net: net - discount, tax, gross: net - discount + tax };',
          },
        },
        usage(500),
      ],
      [{ text: 'Tax is rounded per line now.' }],
    ),
    script(
      'Find callers',
      [read('src/cart/preview.tsx'), grep('lineTotal(')],
      [{ text: '7 callers, all read .gross only' }],
    ),
    script(
      'Look at the invoice',
      [read('src/invoice/render.tsx')],
      [{ text: 'The PDF takes ', open: true }, { hold: 'never' }, { text: '.' }],
    ),
    script(
      'Check the fixtures',
      [grep('fixtures')],
      [{ text: 'The fixtures ', open: true }, { hold: 'never' }, { text: '.' }],
    ),
    script(
      'Publish 4.12',
      [
        { text: 'The changelog is ready and the version is set. One command is left.' },
        { tool: 'Bash', input: { command: RELEASE, description: 'Publish the release' } },
        usage(800),
      ],
      [{ text: 'Published.' }],
    ),
    script('Which store', [
      {
        text: 'Guest carts live in the session cookie today, which is too small for more than about twenty lines.',
      },
      {
        tool: 'AskUserQuestion',
        input: {
          questions: [
            {
              question: 'Which store should hold guest carts?',
              header: 'Store',
              multiSelect: false,
              options: [
                { label: 'Postgres', description: 'One more table; carts survive a restart' },
                { label: 'Redis', description: 'Fast and forgetful: 30 days, then gone' },
              ],
            },
          ],
        },
      },
      usage(700),
    ]),
    script(
      'Refunds are sent twice',
      [
        { text: 'I read the refund path and the retries of the client.' },
        read('src/refunds.ts'),
        usage(1200),
      ],
      [{ tool: 'Write', input: { file_path: '$PLAN_FILE', content: PLAN }, run: true }],
      [{ tool: 'ExitPlanMode', input: { plan: PLAN } }],
    ),
    script('Webhooks are lost', [
      { error: { status: 429, type: 'rate_limit_error', message: 'Error 429: the limit resets at 19:00' } },
    ]),
    script(
      'The checkout test fails',
      [
        {
          text: 'The form is submitted before the payment stub has answered. I wait for the stub and run the test again.',
        },
        tasks([
          ['Reproduce the failure', 'completed'],
          ['Find the race', 'completed'],
          ['Wait for the payment stub', 'in_progress'],
          ['Run it a hundred times', 'pending'],
        ]),
        usage(900),
      ],
      [
        {
          tool: 'Bash',
          input: { command: 'npm test -- checkout', description: 'Run the test' },
          takes: HOURS,
        },
        usage(150),
      ],
    ),
    script('Upgrade to Node 24', [
      { text: 'Replaces the deprecated `url.parse` calls, in three parts.' },
      usage(2100),
      agent('url.parse in src', 'Long work one', false),
      agent('scripts', 'Long work two', false),
      agent('types', 'Quick work', false),
    ]),
    script(
      'Long work one',
      [read('src/refunds.ts'), grep('url.parse')],
      [{ text: 'Eleven calls in ', open: true }, { hold: 'never' }, { text: '.' }],
    ),
    script(
      'Long work two',
      [read('package.json')],
      [{ text: 'The scripts use ', open: true }, { hold: 'never' }, { text: '.' }],
    ),
    script('Quick work', [read('tsconfig.json')], [{ text: 'The types are up to date' }]),
    script('Compare the state', [
      { text: 'Reads the state of 41 resources. ', open: true },
      { hold: 'never' },
      { text: 'Done.' },
    ]),
    script(
      'Sell gift cards',
      [write('src/gift-cards/card.ts', GIFT_CARD), write('src/checkout.ts', CHECKOUT)],
      [
        {
          text: 'Gift cards can be issued and redeemed, and the checkout takes them as a way to pay. 412 tests passed.',
        },
        usage(5200, 300_000),
      ],
    ),
    script(
      'Export orders',
      [write('src/orders/csv.ts', CSV)],
      [{ text: 'Orders can be exported as CSV. 1 of 38 tests failed.' }, usage(2900, 90_000)],
    ),
    script('Audit the licences', [{ text: LICENCES }, usage(4100, 200_000)]),
    script('Restore the backup', [{ text: 'Restored in 6 m 12 s, all checks passed.' }, usage(1600, 80_000)]),
    script('Keep logs', [{ text: 'Logs are kept for 30 days. Merged into main.' }, usage(1300, 50_000)]),
    script('Let people choose', [
      { text: 'The currency picker is in the header, and remembers the choice.' },
      usage(6400, 400_000),
    ]),
    script('The sitemap', [{ text: 'The sitemap lists every product again.' }, usage(2200, 120_000)]),
  ],
}
