import type { PolicyReason } from '#contract/maintenance/policies.ts'
import {
  type Estimate,
  evaluatePolicies,
  type Policy,
  type PolicyDecision,
  type Shortfall,
} from '#domain/maintenance/policy-rules.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/** Policies of a fleet that apply to a vehicle, with their active users. Index maintenance_policies_fleet. */
function policiesOn(db: Queryable, fleetId: number, vehicleId: number): Promise<Policy[]> {
  return db.query<Policy>(sql`
    select p.id, p.amount, p.service_definition_ids, p.vehicle_ids, p.all_vehicles, p.auto_approvable,
      array(select u.id from users u
        where u.id = any(p.user_ids) and u.fleet_id = p.fleet_id and u.is_active) as user_ids
    from maintenance_policies p
    where p.fleet_id = ${fleetId} and (p.all_vehicles or ${vehicleId} = any(p.vehicle_ids))`)
}

/** Evaluates an estimate against the fleet's current policies. */
export async function evaluateEstimate(
  db: Queryable,
  fleetId: number,
  estimate: Estimate,
): Promise<PolicyDecision<Policy>> {
  return evaluatePolicies(await policiesOn(db, fleetId, estimate.vehicleId), estimate)
}

/** Every policy of a fleet, with its active users. Index maintenance_policies_fleet. */
function policiesOf(db: Queryable, fleetId: number): Promise<Policy[]> {
  return db.query<Policy>(sql`
    select p.id, p.amount, p.service_definition_ids, p.vehicle_ids, p.all_vehicles, p.auto_approvable,
      array(select u.id from users u
        where u.id = any(p.user_ids) and u.fleet_id = p.fleet_id and u.is_active) as user_ids
    from maintenance_policies p where p.fleet_id = ${fleetId}`)
}

/**
 * Returns an evaluator for many estimates of one fleet. It reads the policies once and maps them by vehicle, because
 * scanning every policy's vehicles for every estimate takes seconds in a large fleet.
 */
export async function createPolicyEvaluator(
  db: Queryable,
  fleetId: number,
): Promise<(estimate: Estimate) => Pick<PolicyDecision<Policy>, 'approvers' | 'nearest'>> {
  const policies = new Map((await policiesOf(db, fleetId)).map((policy) => [policy.id, policy]))
  const byVehicle = new Map<number | 'all', Policy[]>()
  for (const policy of policies.values()) {
    // The map already matched the vehicle.
    const found = { ...policy, vehicle_ids: [], all_vehicles: true }
    for (const key of policy.all_vehicles ? ['all' as const] : new Set(policy.vehicle_ids)) {
      const others = byVehicle.get(key)
      if (others) others.push(found)
      else byVehicle.set(key, [found])
    }
  }
  return (estimate) => {
    const here = [...(byVehicle.get('all') ?? []), ...(byVehicle.get(estimate.vehicleId) ?? [])]
    const { approvers, nearest } = evaluatePolicies(here, estimate)
    const policy = nearest && policies.get(nearest.policy.id)
    return { approvers, nearest: policy ? { ...nearest, policy } : null }
  }
}

/** Returns why a policy approves an estimate or, with what it lacks, does not. */
export function reasonOf(policy: Policy, estimate: Estimate, lacks?: Shortfall): PolicyReason {
  const { id, amount, service_definition_ids, vehicle_ids, all_vehicles } = policy
  return {
    policy: {
      ...{ id, amount, service_definition_ids: [...service_definition_ids] },
      vehicle_count: all_vehicles ? null : vehicle_ids.length,
    },
    estimate: estimate.amount,
    over: lacks?.over ?? null,
    services: lacks?.services ?? [],
  }
}
