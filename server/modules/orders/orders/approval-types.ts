import type { Transaction } from '#server/db/database.ts'

/** What an approver decides. Plain data: it is stored with the payment and may be carried out after a restart. */
export interface ApprovalDecision {
  /** Revision that the approver saw; null: `lines` is compared instead. */
  rev: number | null
  /** The lines that were decided on. The decision holds as long as these are the order's lines and prices. */
  lines?: { id: number; total: string }[]
  /** Hash of the request that carried the decision. */
  request?: string
  /** Lines that are turned down; all others are approved. */
  rejected: { id: number; reason: string }[]
}

export interface Approval {
  fleetId: number
  orderId: number
  /** Null: a policy, 'Auto-Approve'. */
  userId: number | null
  decision: ApprovalDecision
}

/** The two halves of an approval; between them the amount is held (decision 45). */
export interface ApprovalTransitions {
  /**
   * Locks the order and returns the total that the decision would approve. Errors: not_found, order_status, stale,
   * not_allowed, validation (`order_services`).
   */
  quote(tx: Transaction, of: Approval): Promise<{ total: string }>
  /**
   * Writes the decision: statuses, sums, approver, activity. The order is `rejected` (cancelled) if no line is left. Errors
   * as `quote`.
   */
  approve(tx: Transaction, of: Approval): Promise<'approved' | 'rejected'>
}
