import { SHOP_PRICE_MAX } from '#domain/core/limits.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { cents } from './prices.ts'

// Rules for the prices and final bills that a shop enters. The shop's page and the server both use them.

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

/** A line of an order. Each service is in it once, or once for each position. */
export interface Work {
  service_definition_id: number
  position?: string | null | undefined
}

export const isSameWork = (work: Work, other: Work): boolean =>
  work.service_definition_id === other.service_definition_id &&
  (work.position ?? '') === (other.position ?? '')

/** Returns the lines of a bill that no one has approved: the shop added them, or the fleet rejected them before. */
export const unapprovedLines = <Line extends Work>(
  lines: readonly Line[],
  approved: readonly Work[],
): Line[] => lines.filter((line) => !approved.some((approvedLine) => isSameWork(line, approvedLine)))

/**
 * Returns whether a final bill needs another approval: its total is higher than the approved one (ruling 28), or it has
 * a line that no one has approved (ruling 37). Cheaper and removed lines need none. Whether a policy approves the bill is
 * decided by the server.
 */
export const needsApprovalAgain = (
  bill: { lines: readonly Work[]; total: string },
  approved: { lines: readonly Work[]; total: string },
): boolean =>
  unapprovedLines(bill.lines, approved.lines).length > 0 || cents(bill.total) > cents(approved.total)
