import type { Transaction } from '#server/db/database.ts'

/** An approver's decision. Plain data: it is stored with the payment and may be carried out after a restart. */
export interface ApprovalDecision {
  /** Revision that the approver saw; null: `lines` is compared instead. */
  rev: number | null
  /** The lines that were decided on. The decision is valid while the order has the same lines and prices. */
  lines?: { id: number; total: string }[]
  /** Hash of the request that contained the decision. */
  request?: string
  /** Rejected lines; all others are approved. */
  rejected: { id: number; reason: string }[]
}

export interface Approval {
  fleetId: number
  orderId: number
  /** Null: a policy, 'Auto-Approve'. */
  userId: number | null
  decision: ApprovalDecision
}

/** The two steps of an approval. The amount is authorized between them (decision 45). */
export interface ApprovalTransitions {
  /**
   * Locks the order and returns the total that the decision would approve. Errors: not_found, order_status, stale,
   * not_allowed, validation (`order_services`).
   */
  quote(tx: Transaction, of: Approval): Promise<{ total: string }>
  /**
   * Writes the decision: statuses, totals, approver, activity. The order is `rejected` (canceled) if no line is left.
   * Errors: as `quote`.
   */
  approve(tx: Transaction, of: Approval): Promise<'approved' | 'rejected'>
}
