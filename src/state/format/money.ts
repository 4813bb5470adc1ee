const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** `$0.37`, `$1,204.50`; `<$0.01` for less than a cent. */
export function formatMoney(usd: number): string {
  return usd > 0 && usd < 0.01 ? '<$0.01' : dollars.format(usd)
}
