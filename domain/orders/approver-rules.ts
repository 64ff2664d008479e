import { isFmc, type Role } from '#domain/access/permissions.ts'
import { OWNER_ROLES } from '#domain/access/user-rules.ts'
import type { Policy, PolicyDecision } from '#domain/maintenance/policy-rules.ts'
import type { OrderStatus } from './order-rules.ts'
import { canTransition } from './order-rules.ts'

export interface ApproverCandidate {
  userId: number
  roles: readonly Role[]
  /** Whether the order's fleet is one of the approval fleets of this FMC user; false for users of the fleet itself. */
  hasApprovalFleet: boolean
}

/**
 * Returns whether a user who can see the order may approve it now (ruling 30). `approvers` is the decision of the
 * fleet's policies. An FMC user approves only through approval fleets. Owners approve if the covering policies name no
 * users who can.
 */
export function mayApprove(
  candidate: ApproverCandidate,
  status: OrderStatus,
  approvers: PolicyDecision<Policy>['approvers'],
): boolean {
  if (!('to' in canTransition({ roles: candidate.roles, isOriginator: false }, status, 'approve')))
    return false
  if (isFmc(candidate)) return candidate.hasApprovalFleet
  if (approvers === 'anyone') return true
  if (approvers === 'owners') return candidate.roles.some((role) => OWNER_ROLES.includes(role))
  return approvers.includes(candidate.userId)
}

/**
 * Returns whether the order lists `candidate` as an approver for `reader` (APR-011, APR-047). Only users who may approve
 * are listed. If everyone in the fleet may, users of the fleet get an empty list, and FMC users get the owners.
 */
export function isNamedApprover(
  reader: { roles: readonly Role[] },
  candidate: ApproverCandidate,
  status: OrderStatus,
  approvers: PolicyDecision<Policy>['approvers'],
): boolean {
  if (approvers !== 'anyone') return mayApprove(candidate, status, approvers)
  return isFmc(reader) && mayApprove(candidate, status, 'owners')
}
