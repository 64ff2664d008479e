import { cents, money } from '#domain/orders/prices.ts'

/** A maintenance policy (SET-026). */
export interface Policy {
  id: number
  /** Highest estimate that it covers, inclusive; before tax, in the fleet's currency. */
  amount: string
  /** Empty: all services. */
  service_definition_ids: readonly number[]
  /** Named users who can approve orders that it covers; empty if it approves automatically. */
  user_ids: readonly number[]
  vehicle_ids: readonly number[]
  all_vehicles: boolean
  /** 'Auto-Approve' (SET-028): orders that it covers are approved immediately, for every requester. */
  auto_approvable: boolean
}

/** The full estimate of the shop, before tax and without promotion (decision 17). */
export interface Estimate {
  vehicleId: number
  amount: string
  serviceIds: readonly number[]
}

/** What a policy on the vehicle lacks to cover an estimate. */
export interface Shortfall {
  /** Services that it does not cover, without duplicates, in the order of the estimate. */
  services: number[]
  /** Amount by which the estimate exceeds the policy; null: not exceeded. */
  over: string | null
}

/** Returns whether the policy applies to the vehicle. */
export const isOnVehicle = (
  policy: Pick<Policy, 'all_vehicles' | 'vehicle_ids'>,
  vehicleId: number,
): boolean => policy.all_vehicles || policy.vehicle_ids.includes(vehicleId)

/** Returns what keeps a policy on the vehicle from covering an estimate that exceeds its amount by `over` cents. */
function shortfallOf(policy: Policy, { serviceIds }: Estimate, over: number): Shortfall {
  const covered = policy.service_definition_ids
  return {
    services: covered.length === 0 ? [] : [...new Set(serviceIds)].filter((id) => !covered.includes(id)),
    over: over > 0 ? money(over) : null,
  }
}

/** A policy covers an estimate completely or not at all; partial coverage by several does not add up. */
const isCovered = ({ services, over }: Shortfall): boolean => services.length === 0 && over === null

/** Decision of a fleet's policies on an estimate, with reasons. */
export interface PolicyDecision<P extends Policy> {
  /**
   * The policy that approves it immediately, as 'Auto-Approve' (ruling 14): of several, the one with the lowest amount.
   */
  autoApprovedBy: P | null
  /**
   * Other approvers: 'anyone' of the fleet if no policy applies to the vehicle (APR-036), else the users of the
   * covering policies; if those name no users who can approve, the owners (APR-073).
   */
  approvers: 'anyone' | 'owners' | number[]
  /** Policies that cover it, by amount. */
  covering: P[]
  /** Without automatic approval: the closest automatic policy on the vehicle, with what it lacks. */
  nearest: { policy: P; shortfall: Shortfall } | null
}

/** Evaluates an estimate against a fleet's policies, given in any order. */
export function evaluatePolicies<P extends Policy>(
  policies: readonly P[],
  estimate: Estimate,
): PolicyDecision<P> {
  const amount = cents(estimate.amount)
  const here = policies
    .filter((policy) => isOnVehicle(policy, estimate.vehicleId))
    .map((policy) => {
      const over = amount - cents(policy.amount)
      return { policy, over, shortfall: shortfallOf(policy, estimate, over) }
    })
  const covering = here.filter(({ shortfall }) => isCovered(shortfall)).sort(byAmount)
  const autoApprovedBy = covering.find(({ policy }) => policy.auto_approvable)?.policy ?? null
  const named = new Set(covering.flatMap(({ policy }) => policy.user_ids))
  const [nearest] = here.filter(({ policy }) => policy.auto_approvable).sort(byShortfall)
  return {
    autoApprovedBy,
    approvers: here.length === 0 ? 'anyone' : named.size === 0 ? 'owners' : [...named].sort((a, b) => a - b),
    covering: covering.map(({ policy }) => policy),
    nearest: nearest && !autoApprovedBy ? { policy: nearest.policy, shortfall: nearest.shortfall } : null,
  }
}

interface EvaluatedPolicy {
  policy: Policy
  shortfall: Shortfall
  /** Estimate less the policy's amount, in cents. */
  over: number
}

const byAmount = (a: EvaluatedPolicy, b: EvaluatedPolicy) => b.over - a.over || a.policy.id - b.policy.id

/** Fewest missing services, then the smallest excess, then as above. */
const byShortfall = (a: EvaluatedPolicy, b: EvaluatedPolicy) =>
  a.shortfall.services.length - b.shortfall.services.length ||
  Math.max(a.over, 0) - Math.max(b.over, 0) ||
  byAmount(a, b)
