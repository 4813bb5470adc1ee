// @ts-check
// Three projects with git repositories, and worktrees of them for the sessions.

import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { BEFORE } from './gift-cards.mjs'

const TOTALS = `import { roundHalfEven } from '../money/round'
import type { CartLine, LineTotal, TaxRate } from './types'

/**
 * Totals of a cart. Every amount is an integer of minor units (cents);
 * what is shown to people is formatted in src/money/format.ts.
 */

/** Whether a line counts: an empty line stays in the cart until it is left. */
export function isCounted(line: CartLine): boolean {
  return line.quantity > 0
}

/**
 * Net, tax and gross of one line. Tax is computed from what the customer
 * pays, and rounded for each line as the accounts need it.
 */
export function lineTotal(line: CartLine, rate: TaxRate): LineTotal {
  const net = line.unitPrice * line.quantity;
  const discount = line.discount ?? 0;
  const tax = net * rate.percent / 100;
  return { net, tax, gross: net + tax };
}

/** Sum of all lines, in minor units. */
export function cartTotal(lines: CartLine[], rate: TaxRate): LineTotal {
  const totals = lines.filter(isCounted).map((line) => lineTotal(line, rate));
  return totals.reduce(add, { net: 0, tax: 0, gross: 0 });
}

function add(a: LineTotal, b: LineTotal): LineTotal {
  return { net: a.net + b.net, tax: a.tax + b.tax, gross: a.gross + b.gross };
}
`
const ROUND = `/** Rounds to minor units, half to even. */
export function roundHalfEven(value: number): number {
  const floor = Math.floor(value);
  const rest = value - floor;
  if (rest !== 0.5) return Math.round(value);
  return floor % 2 === 0 ? floor : floor + 1;
}
`
const ROUND_TEST = `import { expect, test } from 'vitest'
import { roundHalfEven } from './round'

test.each([
  [0.5, 0],
  [1.5, 2],
  [2.5, 2],
  [-0.5, 0],
])('%d is rounded to %d', (value, rounded) => {
  expect(roundHalfEven(value)).toBe(rounded)
})
`
const OLD_CHECKOUT = `export function pay(order, method) {
  return charge(order, method)
}
`

/** Of each project, its branch, and its files. */
const PROJECTS = {
  shop: {
    'package.json': '{ "name": "shop", "version": "4.12.0" }\n',
    'src/cart/totals.ts': TOTALS,
    'src/cart/types.ts':
      'export interface CartLine { unitPrice: number; quantity: number; discount?: number }\n',
    'src/checkout.ts': OLD_CHECKOUT,
    ...BEFORE,
  },
  'payments-api': {
    'package.json': '{ "name": "payments-api", "engines": { "node": ">=22" } }\n',
    'src/refunds.ts': 'export const refund = (payment) => provider.refund(payment.id)\n',
  },
  infra: {
    'main.tf': 'resource "aws_s3_bucket" "logs" {\n  bucket = "shop-logs"\n}\n',
    'README.md': '# infra\n',
  },
}

/** What the sessions have changed, by worktree. */
const CHANGES = {
  'shop/round-tax': { 'src/money/round.ts': ROUND, 'src/money/round.test.ts': ROUND_TEST },
}

/**
 * @param {string} home
 * @param {readonly (readonly [project: string, branch: string])[]} worktrees
 * @returns {(project: string, branch: string) => string} where a worktree is
 */
export function makeRepositories(home, worktrees) {
  const code = join(home, 'code')
  /** @param {string} cwd @param {string[]} args */
  const git = (cwd, ...args) =>
    execFileSync('git', ['-c', 'user.name=Mara Keller', '-c', 'user.email=mara@example.org', ...args], {
      cwd,
      stdio: 'pipe',
    })
  for (const [project, files] of Object.entries(PROJECTS)) {
    write(join(code, project), files)
    git(join(code, project), 'init', '-q', '-b', 'main')
    git(join(code, project), 'add', '-A')
    git(join(code, project), 'commit', '-q', '-m', 'First version')
  }
  const place = (/** @type {string} */ project, /** @type {string} */ branch) =>
    branch === 'main' ? join(code, project) : join(code, 'worktrees', project, branch.replace(/^.*\//, ''))
  for (const [project, branch] of worktrees)
    if (branch !== 'main')
      git(join(code, project), 'worktree', 'add', '-q', '-b', branch, place(project, branch))
  for (const [worktree, files] of Object.entries(CHANGES)) write(join(code, 'worktrees', worktree), files)
  return place
}

/** @param {string} folder @param {Record<string, string>} files */
export function write(folder, files) {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}
