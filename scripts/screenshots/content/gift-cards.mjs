// @ts-check
// The files of the session that is ready for review: before, and as it has changed them.

const REDEEM_BEFORE = `import { db } from '../db'
import type { Cart } from '../cart/types'

/**
 * Gift cards are paid with before any other method. What is left on a
 * card stays there; a card never has a negative balance.
 */
export interface Redemption {
  amount: number
  left: number
}

export async function redeem(code: string, cart: Cart) {
  const card = await db.giftCards.findOne({ code });
  if (!card) throw new Error("Unknown card");

  const amount = Math.min(card.balance, cart.total);
  await db.giftCards.update(card.id, {
    balance: card.balance - amount,
  });
  return { amount, left: card.balance - amount };
}

/** What a card is worth, formatted for the shop's own pages. */
export function formatBalance(balance: number, locale: string): string {
  const formatter = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency: 'EUR',
  });
  return formatter.format(balance / 100);
}

/** Whether a text could be a code at all, before the database is asked. */
export function isCode(text: string): boolean {
  const plain = normalise(text);
  return /^[A-Z0-9]{12}$/.test(plain);
}

export function mask(code: string): string {
  const plain = normalise(code);
  return plain.slice(0, 4) + ' ···· ' + plain.slice(-4);
}

export function normalise(code: string) {
  return code.trim();
}
`

const REDEEM_AFTER = REDEEM_BEFORE.replace(
  "import type { Cart } from '../cart/types'",
  "import type { Cart } from '../cart/types'\nimport { GiftCardError } from './error'",
)
  .replace('findOne({ code })', 'lock(normalise(code))')
  .replace(
    'throw new Error("Unknown card");',
    'throw new GiftCardError("unknown");\n  if (card.isExpired) throw new GiftCardError("expired");',
  )
  .replace('cart.total', 'cart.due')
  .replace(
    /await db\.giftCards\.update.*?\}\);/s,
    `await db.tx(async (tx) => {
    await tx.giftCards.debit(card.id, amount);
    await tx.ledger.add({ card: card.id, amount });
  });`,
  )
  .replace('return code.trim();', 'return code.trim().replaceAll("-", "").toUpperCase();')

const lines = (/** @type {number} */ count, /** @type {(at: number) => string} */ line) =>
  `${Array.from({ length: count }, (_, at) => line(at)).join('\n')}\n`

export const BEFORE = {
  'src/gift-cards/redeem.ts': REDEEM_BEFORE,
  'src/gift-cards/schema.ts': lines(20, (at) => `export const column${at} = text('column_${at}')`),
  'src/checkout/PaymentStep.tsx': lines(60, (at) => `// step ${at} of the payment`),
  'src/checkout/useCheckout.ts': lines(40, (at) => `export const part${at} = ${at}`),
  'openapi.yaml': lines(90, (at) => `path-${at}: {}`),
  'package-lock.json': lines(120, (at) => `"package-${at}": "1.0.${at}",`),
}

/** Some lines more in the middle of a file. @param {keyof typeof BEFORE} name @param {number} count @param {string} line */
const grown = (name, count, line) => {
  const all = BEFORE[name].split('\n')
  all.splice(
    all.length / 2,
    0,
    ...lines(count, (at) => line.replace('#', String(at)))
      .trimEnd()
      .split('\n'),
  )
  return all.join('\n')
}

export const AFTER = {
  'src/gift-cards/balance.ts': lines(
    64,
    (at) => `export const rule${at} = (balance: number) => balance >= ${at}`,
  ),
  'src/gift-cards/redeem.ts': REDEEM_AFTER,
  'src/gift-cards/redeem.test.ts': lines(
    118,
    (at) => `test('case ${at}', () => expect(redeem).toBeDefined())`,
  ),
  'src/gift-cards/schema.ts': grown('src/gift-cards/schema.ts', 12, "export const card# = integer('card_#')"),
  'src/checkout/PaymentStep.tsx': grown('src/checkout/PaymentStep.tsx', 47, '// gift card #'),
  'src/checkout/useCheckout.ts': grown('src/checkout/useCheckout.ts', 22, 'export const gift# = #'),
  'migrations/0042_gift_cards.sql': lines(29, (at) => `ALTER TABLE gift_cards ADD COLUMN c${at} integer;`),
  'openapi.yaml': grown('openapi.yaml', 58, 'gift-#: {}'),
  'package-lock.json': grown('package-lock.json', 31, '"gift-#": "2.0.0",'),
}
