import type { PolicyReason } from '#contract/maintenance/policies.ts'
import { isFmcRole, ROLES } from '#domain/access/permissions.ts'
import {
  type Estimate,
  evaluatePolicies,
  type Policy,
  type PolicyDecision,
  type Shortfall,
} from '#domain/maintenance/policy-rules.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

/**
 * Condition on `users u` and `maintenance_policies p`: a named user who can approve. FMC users approve through approval
 * fleets only.
 */
export const isApprover = sql`u.id = any(p.user_ids) and u.fleet_id = p.fleet_id and u.is_active
  and not u.roles && ${ROLES.filter(isFmcRole)}::text[]`

/** Condition on `users u`: sees only the vehicles that they drive. */
export const isDriverOnly = sql`u.roles <@ array['Driver']`

/**
 * Policies of a fleet that apply to a vehicle, with the users who can approve its orders. Index
 * maintenance_policies_fleet.
 */
function policiesOn(db: Queryable, fleetId: number, vehicleId: number): Promise<Policy[]> {
  return db.query<Policy>(sql`
    select p.id, p.amount, p.service_definition_ids, p.vehicle_ids, p.all_vehicles, p.auto_approvable,
      array(select u.id from users u where ${isApprover} and (not ${isDriverOnly} or exists (
        select from vehicle_drivers d where d.vehicle_id = ${vehicleId} and d.user_id = u.id))) as user_ids
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

/** A policy with the users who can approve for all of its vehicles, and separately drivers with their vehicles. */
interface PolicyWithDrivers extends Policy {
  drivers: { user_id: number; vehicle_id: number }[]
}

/** Every policy of a fleet. Index maintenance_policies_fleet. */
function policiesOf(db: Queryable, fleetId: number): Promise<PolicyWithDrivers[]> {
  return db.query<PolicyWithDrivers>(sql`
    select p.id, p.amount, p.service_definition_ids, p.vehicle_ids, p.all_vehicles, p.auto_approvable,
      array(select u.id from users u where ${isApprover} and not ${isDriverOnly}) as user_ids,
      (select coalesce(jsonb_agg(jsonb_build_object('user_id', d.user_id, 'vehicle_id', d.vehicle_id)), '[]')
        from users u join vehicle_drivers d on d.user_id = u.id and d.fleet_id = p.fleet_id
        where ${isApprover} and ${isDriverOnly}) as drivers
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
  const policies = new Map<number, Policy>()
  /** Drivers who can approve, by policy and vehicle. */
  const drivers = new Map<string, number[]>()
  for (const { drivers: named, ...policy } of await policiesOf(db, fleetId)) {
    policies.set(policy.id, policy)
    for (const { user_id, vehicle_id } of named) {
      const key = `${policy.id} ${vehicle_id}`
      drivers.set(key, [...(drivers.get(key) ?? []), user_id])
    }
  }
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
    const here = [...(byVehicle.get('all') ?? []), ...(byVehicle.get(estimate.vehicleId) ?? [])].map(
      (policy) => {
        const own = drivers.get(`${policy.id} ${estimate.vehicleId}`)
        return own ? { ...policy, user_ids: [...policy.user_ids, ...own] } : policy
      },
    )
    const { approvers, nearest } = evaluatePolicies(here, estimate)
    const policy = nearest && policies.get(nearest.policy.id)
    return { approvers, nearest: policy ? { ...nearest, policy } : null }
  }
}

/** Returns why a policy approves an estimate; with `lacks`, why it does not. */
export function reasonOf(policy: Policy, estimate: Estimate, lacks?: Shortfall): PolicyReason {
  const { id, amount, service_definition_ids, vehicle_ids, all_vehicles } = policy
  return {
    policy: {
      id,
      amount,
      service_definition_ids: [...service_definition_ids],
      vehicle_count: all_vehicles ? null : vehicle_ids.length,
    },
    estimate: estimate.amount,
    over: lacks?.over ?? null,
    services: lacks?.services ?? [],
  }
}
