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
