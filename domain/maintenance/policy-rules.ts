import { cents, money } from '#domain/orders/prices.ts'

/** A maintenance policy (SET-026). */
export interface Policy {
  id: number
  /** Up to which sum of an estimate it reaches, the sum itself included; before tax, in the fleet's currency. */
  amount: string
  /** None: all services. */
  service_definition_ids: readonly number[]
  /** Who may approve what it covers; none where it approves by itself. */
  user_ids: readonly number[]
  vehicle_ids: readonly number[]
  all_vehicles: boolean
  /** 'Auto-Approve' (SET-028): what it covers is approved at once, whoever asked for it. */
  auto_approvable: boolean
}

/** What is to be approved: all of it as the shop estimates it, before tax and without promotion (decision 17). */
export interface Estimate {
  vehicleId: number
  amount: string
  serviceIds: readonly number[]
}

/** How far a policy falls short of an estimate. */
export interface Shortfall {
  /** The policy is not on the vehicle. */
  isOtherVehicle: boolean
  /** Services that it does not cover, each once, in the order of the estimate. */
  services: number[]
  /** By how much the estimate is over its amount; null: it is not. */
  over: string | null
}

/** Whether the policy is on the vehicle. */
export const isOnVehicle = (
  policy: Pick<Policy, 'all_vehicles' | 'vehicle_ids'>,
  vehicleId: number,
): boolean => policy.all_vehicles || policy.vehicle_ids.includes(vehicleId)

/** What keeps a policy from covering an estimate. */
export function shortfallOf(policy: Policy, { vehicleId, amount, serviceIds }: Estimate): Shortfall {
  const covered = policy.service_definition_ids
  const over = cents(amount) - cents(policy.amount)
  return {
    isOtherVehicle: !isOnVehicle(policy, vehicleId),
    services: covered.length === 0 ? [] : [...new Set(serviceIds)].filter((id) => !covered.includes(id)),
    over: over > 0 ? money(over) : null,
  }
}

/** One policy covers an estimate whole, or not at all: parts that several would cover do not add up. */
export const isCovered = ({ isOtherVehicle, services, over }: Shortfall): boolean =>
  !isOtherVehicle && services.length === 0 && over === null

/** What the policies of a fleet say of an estimate, and why. */
export interface PolicyDecision<P extends Policy> {
  /** The policy that approves it at once, as 'Auto-Approve' (ruling 14): of several, the one with the lowest amount. */
  autoApprovedBy: P | null
  /**
   * Who else may approve it: 'anyone' of the fleet where no policy is on the vehicle (APR-036), else the users whom the
   * covering policies name; where those name nobody, the owners.
   */
  approvers: 'anyone' | 'owners' | number[]
  /** Policies that cover it whole, by amount. */
  covering: P[]
  /** Where none approves it at once: that policy on the vehicle which would, and comes nearest, with what it lacks. */
  nearest: { policy: P; shortfall: Shortfall } | null
}

/** Judges an estimate by the policies of its fleet, in whatever order they come. */
export function evaluatePolicies<P extends Policy>(
  policies: readonly P[],
  estimate: Estimate,
): PolicyDecision<P> {
  const here = policies
    .filter((policy) => isOnVehicle(policy, estimate.vehicleId))
    .map((policy) => ({ policy, shortfall: shortfallOf(policy, estimate) }))
  const covering = here.filter(({ shortfall }) => isCovered(shortfall)).sort(byAmount)
  const autoApprovedBy = covering.find(({ policy }) => policy.auto_approvable)?.policy ?? null
  const named = new Set(covering.flatMap(({ policy }) => policy.user_ids))
  const automatic = here.filter(({ policy }) => policy.auto_approvable)
  return {
    autoApprovedBy,
    approvers: here.length === 0 ? 'anyone' : named.size === 0 ? 'owners' : [...named].sort((a, b) => a - b),
    covering: covering.map(({ policy }) => policy),
    nearest: autoApprovedBy ? null : (automatic.sort(byShortfall)[0] ?? null),
  }
}

interface EvaluatedPolicy {
  policy: Policy
  shortfall: Shortfall
}

const byAmount = (a: EvaluatedPolicy, b: EvaluatedPolicy) =>
  cents(a.policy.amount) - cents(b.policy.amount) || a.policy.id - b.policy.id

/** Fewest services missing, then the least over, then as above. */
const byShortfall = (a: EvaluatedPolicy, b: EvaluatedPolicy) =>
  a.shortfall.services.length - b.shortfall.services.length ||
  cents(a.shortfall.over ?? '0') - cents(b.shortfall.over ?? '0') ||
  byAmount(a, b)
