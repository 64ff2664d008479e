/** The retail-savings percent where a shop has none of its own; the product claims 25 to 26 percent (doc2 §1, SVC-090). */
export const RETAIL_SAVINGS_PERCENT = 25

/** An amount as whole cents: exact as far as any column of money reaches. */
export const cents = (amount: string): number => Math.round(Number(amount) * 100)
/** Whole cents as an amount. */
export const money = (amount: number): string => (amount / 100).toFixed(2)

/** What one saves against retail: shop price times p/(1-p), p in percent (doc2 §9, SVC-092). Decimals as text. */
export function retailSavings(shopPrice: string, percent: number): string {
  const p = percent / 100
  return money(Math.round((cents(shopPrice) * p) / (1 - p)))
}

/** Sum of amounts. */
export const sumOf = (amounts: readonly string[]): string =>
  money(amounts.reduce((sum, amount) => sum + cents(amount), 0))

/** One amount less another; may be negative: '-12.00'. */
export const difference = (amount: string, less: string): string => money(cents(amount) - cents(less))

/** Tax on an amount, by percent with up to three decimals, rounded half up to the cent. */
export function taxOn(amount: string, percent: number): string {
  return money(Math.round((cents(amount) * Math.round(percent * 1000)) / 100_000))
}

/** What an applied promotion grants: percent or amount, from a minimum on. Decimals as text. */
export interface PromotionTerms {
  percent_off: string | null
  amount_off: string | null
  minimum: string
}

/** What a promotion takes off services of that price: never more than they cost; 0 below its minimum. */
export function discountOf(subTotal: string, terms: PromotionTerms): string {
  const price = cents(subTotal)
  if (price < cents(terms.minimum)) return money(0)
  const off =
    terms.percent_off === null
      ? cents(terms.amount_off ?? '0')
      : Math.round((price * Math.round(Number(terms.percent_off) * 10)) / 1000)
  return money(Math.min(off, price))
}

/** The sums of an order: the promotion comes off the services, tax is on the rest (decision 17). */
export function orderSums(subTotal: string, taxPercent: number, terms: PromotionTerms | null) {
  const discount = terms === null ? money(0) : discountOf(subTotal, terms)
  const net = money(cents(subTotal) - cents(discount))
  const tax_amount = taxOn(net, taxPercent)
  return {
    pre_tax_sub_total: subTotal,
    discount,
    tax_amount,
    total: sumOf([net, tax_amount]),
    saving: retailSavings(subTotal, RETAIL_SAVINGS_PERCENT),
  }
}
