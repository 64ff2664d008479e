/** Default retail-savings percent; the product claims 25 to 26 percent (SVC-090). */
export const RETAIL_SAVINGS_PERCENT = 25

/** Converts an amount to whole cents, exact for every money column. */
export const cents = (amount: string): number => Math.round(Number(amount) * 100)
/** Converts whole cents to an amount. */
export const money = (amount: number): string => (amount / 100).toFixed(2)

/** Returns the savings against retail: shop price times p/(1-p), p in percent (SVC-092). Decimals as text. */
export function retailSavings(shopPrice: string, percent: number): string {
  const p = percent / 100
  return money(Math.round((cents(shopPrice) * p) / (1 - p)))
}

/** Adds amounts. */
export const sumOf = (amounts: readonly string[]): string =>
  money(amounts.reduce((sum, amount) => sum + cents(amount), 0))

/** Subtracts an amount; may be negative: '-12.00'. */
export const difference = (amount: string, less: string): string => money(cents(amount) - cents(less))

/** Tax on an amount, by percent with up to three decimals, rounded half up to the cent. */
export function taxOn(amount: string, percent: number): string {
  return money(Math.round((cents(amount) * Math.round(percent * 1000)) / 100_000))
}

/** Terms of an applied promotion: percent or amount, from a minimum. Decimals as text. */
export interface PromotionTerms {
  percent_off: string | null
  amount_off: string | null
  minimum: string
  /** Subtotal of the last approval that reached the minimum (decision 133); null or missing: none. */
  approved_sub_total?: string | null | undefined
}

/**
 * Returns the discount of a promotion: never more than the services cost. Below its minimum it is 0. If an approval had
 * the discount, the remaining services keep their share of it (APR-086).
 */
export function discountOf(subTotal: string, terms: PromotionTerms): string {
  const price = cents(subTotal)
  const minimum = cents(terms.minimum)
  if (price >= minimum) return money(fullDiscount(price, terms))
  const approved = cents(terms.approved_sub_total ?? '0')
  if (approved < minimum) return money(0)
  // Rounded up, so that a part of the approved services never costs more than all of them.
  return money(Math.min(Math.ceil((fullDiscount(approved, terms) * price) / approved), price))
}

/** Returns the discount in cents on a price that reaches the minimum. */
function fullDiscount(price: number, { percent_off, amount_off }: PromotionTerms): number {
  const off =
    percent_off === null
      ? cents(amount_off ?? '0')
      : Math.round((price * Math.round(Number(percent_off) * 10)) / 1000)
  return Math.min(off, price)
}

/** Inputs of an order's totals other than its lines. Percents with up to three decimals. */
interface SumTerms {
  taxPercent: number
  /** Of the order's shop; RETAIL_SAVINGS_PERCENT if the order names no shop of the network. */
  savingsPercent: number
  /** Null: no promotion. */
  promotion: PromotionTerms | null
}

/** One line with its share of discount and tax; `total` = `price` - `discount` + `tax`. Decimals as text. */
interface LineSums {
  price: string
  discount: string
  tax: string
  total: string
}

/**
 * Computes every total of an order from the prices of its counted lines (ruling 35). Nothing else computes tax. The
 * promotion is distributed over the lines by price, the tax of each line is rounded half up to the cent, and every
 * total is the sum of its lines.
 */
export function orderSums(
  prices: readonly string[],
  { taxPercent, savingsPercent, promotion }: SumTerms,
): {
  pre_tax_sub_total: string
  discount: string
  tax_amount: string
  total: string
  saving: string
  lines: LineSums[]
} {
  const pre_tax_sub_total = sumOf(prices)
  const discount = promotion === null ? money(0) : discountOf(pre_tax_sub_total, promotion)
  const shares = shareOut(cents(discount), prices.map(cents))
  const lines = prices.map((price, n) => {
    const net = money(cents(price) - (shares[n] ?? 0))
    const tax = taxOn(net, taxPercent)
    return { price: money(cents(price)), discount: money(shares[n] ?? 0), tax, total: sumOf([net, tax]) }
  })
  return {
    pre_tax_sub_total,
    discount,
    tax_amount: sumOf(lines.map(({ tax }) => tax)),
    total: sumOf(lines.map(({ total }) => total)),
    saving: sumOf(prices.map((price) => retailSavings(price, savingsPercent))),
    lines,
  }
}

/** Distributes whole cents by weight without loss: remaining cents go to the largest remainders. */
function shareOut(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  if (whole === 0) return weights.map(() => 0)
  // Products of two amounts exceed the exact range of a float.
  const exact = weights.map((weight) => BigInt(amount) * BigInt(weight))
  const shares = exact.map((product) => Number(product / BigInt(whole)))
  const left = amount - shares.reduce((sum, share) => sum + share, 0)
  const byRemainder = exact
    .map((product, n) => ({ n, remainder: product % BigInt(whole) }))
    .sort((a, b) => (a.remainder === b.remainder ? a.n - b.n : a.remainder < b.remainder ? 1 : -1))
  for (const { n } of byRemainder.slice(0, left)) shares[n] = (shares[n] ?? 0) + 1
  return shares
}
