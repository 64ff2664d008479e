import { SHOP_PRICE_MAX } from '#domain/core/limits.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { cents } from './prices.ts'

// Rules for the prices that a shop enters. The shop's page and the server both use them.

const isAmount = (price: string): boolean => PATTERNS.money.test(price)

/** Returns whether a price exceeds the limit; false if it is not an amount, which is a separate error. */
export const isPriceTooHigh = (price: string): boolean => isAmount(price) && Number(price) > SHOP_PRICE_MAX

/** Returns whether all prices are zero. Such an estimate is a mistake, and no policy would require approval. */
export const isZeroTotal = (lines: readonly { price: string }[]): boolean =>
  lines.length > 0 && lines.every(({ price }) => isAmount(price) && Number(price) === 0)

/** A total below half or above double the last one is more often a typing error than a price change. */
const FAR_FACTOR = 2

/**
 * Returns whether a total differs so much from the last one that the shop must confirm it. False if the last one is
 * zero.
 */
export function isUnlikelyTotal(last: string, next: string): boolean {
  const [before, after] = [cents(last), cents(next)]
  return before > 0 && (after > before * FAR_FACTOR || after * FAR_FACTOR < before)
}
