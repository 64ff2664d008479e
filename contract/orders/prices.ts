/** The retail-savings percent where a shop has none of its own; the product claims 25 to 26 percent (doc2 §1, SVC-090). */
export const RETAIL_SAVINGS_PERCENT = 25

const cents = (amount: string): number => Math.round(Number(amount) * 100)
const money = (amount: number): string => (amount / 100).toFixed(2)

/** What one saves against retail: shop price times p/(1-p), p in percent (doc2 §9, SVC-092). Decimals as text. */
export function retailSavings(shopPrice: string, percent: number): string {
  const p = percent / 100
  return money(Math.round((cents(shopPrice) * p) / (1 - p)))
}

/** Sum of amounts. */
export const sumOf = (amounts: readonly string[]): string =>
  money(amounts.reduce((sum, amount) => sum + cents(amount), 0))

/** Tax on an amount, by percent with up to three decimals, rounded half up to the cent. */
export function taxOn(amount: string, percent: number): string {
  return money(Math.round((cents(amount) * Math.round(percent * 1000)) / 100_000))
}
