import { cents } from './prices.ts'

// Rules for the final bill of a shop. The shop's page and the server both use them.

/** A line of an order. Each service is in it once, or once for each position. */
interface Work {
  service_definition_id: number
  position?: string | null | undefined
}

export const isSameWork = (one: Work, other: Work): boolean =>
  one.service_definition_id === other.service_definition_id && (one.position ?? '') === (other.position ?? '')

/** Returns the lines of a bill that no one has approved: the shop added them, or the fleet rejected them before. */
export const unapprovedLines = <Line extends Work>(
  lines: readonly Line[],
  approved: readonly Work[],
): Line[] => lines.filter((line) => !approved.some((one) => isSameWork(line, one)))

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
