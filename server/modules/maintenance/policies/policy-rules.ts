import { SENTINEL_ALL } from '#contract/core/limits.ts'

/** A maintenance policy as far as an estimate is judged by it. */
export interface Policy {
  id: number
  amount: string
  /** None: all services. */
  service_definition_ids: number[]
  user_ids: number[]
  auto_approvable: boolean
}

/** What is to be approved: before tax, as the shop estimates it. */
export interface Estimate {
  amount: string
  serviceIds: readonly number[]
  originatorId: number | null
}

/** Policies, of those on the vehicle, that reach as far as the estimate does. */
export function covering<P extends Policy>(policies: readonly P[], { amount, serviceIds }: Estimate): P[] {
  return policies.filter(
    (policy) =>
      Number(amount) <= Number(policy.amount) &&
      (policy.service_definition_ids.length === 0 ||
        serviceIds.every((id) => policy.service_definition_ids.includes(id))),
  )
}

/**
 * Whether the estimate is approved at once, as 'Auto-Approve' (ruling 14): a policy covers it that is for everybody's
 * requests (the sentinel, CST-005), or that approves those of the person who asked.
 */
export function isAutoApproved(policies: readonly Policy[], estimate: Estimate): boolean {
  return covering(policies, estimate).some(
    ({ user_ids, auto_approvable }) =>
      user_ids.includes(SENTINEL_ALL) ||
      (auto_approvable && estimate.originatorId !== null && user_ids.includes(estimate.originatorId)),
  )
}

/**
 * Who may approve: 'anyone' of the fleet where the vehicle has no policy (APR-036), else the users whom a covering
 * policy names; none where the estimate is beyond all of them, which the owners then decide.
 */
export function approversBy(policies: readonly Policy[], estimate: Estimate): 'anyone' | 'owners' | number[] {
  if (policies.length === 0) return 'anyone'
  const named = covering(policies, estimate).flatMap(({ user_ids }) =>
    user_ids.filter((id) => id !== SENTINEL_ALL),
  )
  return named.length > 0 ? [...new Set(named)] : 'owners'
}
