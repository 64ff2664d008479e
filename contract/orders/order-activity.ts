import { noteFields } from '#contract/money/payment.ts'
import { Id, Instant, MoneySum } from '../core/fields.ts'
import * as z from '../core/zod.ts'
import { PolicySummary } from '../maintenance/policies.ts'
import { ShopTime } from './order.ts'

/**
 * Why a user could approve (ruling 30): a policy that covers the order (`policy`), no policy on the vehicle
 * (`no_policy`), an owner when the policies name no users (`owner`), or FMC staff by an approval fleet
 * (`approval_fleet`).
 */
export const ApprovalReason = z.object({
  by: z.enum(['policy', 'no_policy', 'owner', 'approval_fleet']),
  policy: z.nullable(PolicySummary),
})
export type ApprovalReason = z.infer<typeof ApprovalReason>

/** Activity of an order, newest first (APR-057). `acting_user`: 'Auto-Approve' for a policy, else a name. */
export const ActivityItem = z.object({
  id: Id,
  created_at: Instant,
  acting_user: z.string(),
  activity_type: z.string(),
  total: MoneySum,
  /** Services after the entry; older entries have no `status`. */
  service_details: z.array(z.object({ name: z.string(), price: MoneySum, status: z.optional(z.string()) })),
  ...noteFields,
  /** For an entry about a proposed time. */
  proposal: z.nullable(ShopTime),
  /** For a decision: why the policies allowed it. */
  because: z.nullable(ApprovalReason),
})
export type ActivityItem = z.infer<typeof ActivityItem>
