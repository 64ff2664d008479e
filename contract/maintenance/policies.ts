import { POLICY_SERVICES_MAX, POLICY_USERS_MAX, POLICY_VEHICLES_MAX } from '#domain/core/limits.ts'
import { Id, Money } from '../core/fields.ts'
import { call, v4 } from '../core/route.ts'
import * as z from '../core/zod.ts'

const ids = (max: number) => z.array(Id).check(z.maxLength(max, 'too_many'))

const record = {
  fleet_id: Id,
  /** Highest estimate that it covers: before tax, in the fleet's currency. */
  amount: Money,
  /** Empty: all services. */
  service_definition_ids: ids(POLICY_SERVICES_MAX),
  /** Users who may approve the orders that it covers. */
  user_ids: ids(POLICY_USERS_MAX),
  vehicle_ids: ids(POLICY_VEHICLES_MAX),
  all_vehicles: z.boolean('text'),
  /** 'Auto-Approve': orders that it covers are approved immediately. */
  auto_approvable: z.boolean('text'),
}

/** A maintenance policy (SET-026). Deleting one of its users or vehicles removes them and increments its revision. */
export const MaintenancePolicy = z.object({
  id: Id,
  rev: z.int(),
  ...record,
  /**
   * The users of `user_ids`. `can_approve`: whether the user may approve on at least one of the policy's vehicles
   * (APR-073); older copies lack it.
   */
  users: z.array(
    z.object({ id: Id, name: z.string(), is_active: z.boolean(), can_approve: z.optional(z.boolean()) }),
  ),
})
export type MaintenancePolicy = z.infer<typeof MaintenancePolicy>

/** Requires either the flag or the list, not both: `required` if both are missing, `either_or` if both are given. */
const exactlyOneOf = (all: 'auto_approvable' | 'all_vehicles', single: 'user_ids' | 'vehicle_ids') =>
  [
    z.refine<PolicyFields>((policy) => policy[all] || policy[single].length > 0, {
      error: 'required',
      path: [single],
    }),
    z.refine<PolicyFields>((policy) => !policy[all] || policy[single].length === 0, {
      error: 'either_or',
      path: [single],
    }),
  ] as const
type PolicyFields = Pick<MaintenancePolicy, 'auto_approvable' | 'all_vehicles' | 'user_ids' | 'vehicle_ids'>
const checks = [
  ...exactlyOneOf('auto_approvable', 'user_ids'),
  ...exactlyOneOf('all_vehicles', 'vehicle_ids'),
] as const

/**
 * A complete policy, as saved. The sentinels of the screen are not sent (SET-032): 'Auto-Approve' is `auto_approvable`
 * without users, 'All Vehicles' is `all_vehicles` without vehicles.
 */
export const PolicyInput = z.object(record).check(...checks)
export type PolicyInput = z.infer<typeof PolicyInput>

/** Snapshot of a policy, stored with an order so that it stays readable after the policy was changed or deleted. */
export const PolicySummary = z.object({
  id: Id,
  amount: Money,
  service_definition_ids: z.array(Id),
  /** Null: all vehicles. */
  vehicle_count: z.nullable(z.int()),
})

/** Why an order was approved immediately, or, with `over` or `services`, why it was not. */
export const PolicyReason = z.object({
  policy: PolicySummary,
  /** The evaluated estimate, before tax. */
  estimate: Money,
  /** Amount by which the estimate exceeds the policy. */
  over: z.nullable(Money),
  /** Services of the estimate that the policy does not cover. */
  services: z.array(Id),
})
export type PolicyReason = z.infer<typeof PolicyReason>

export const policiesContract = {
  /** Lists all policies of the fleet, by amount. */
  list: call({ access: 'policies.read' })
    .route({ method: 'GET', path: v4('/policies'), tags: ['maintenance'], summary: 'Maintenance policies' })
    .input(z.object({}))
    .output(z.object({ policies: z.array(MaintenancePolicy) })),
  /** Errors: not_found (another fleet's id), validation (`unknown` users, vehicles or services; `too_many`). */
  create: call({ access: 'policies.edit', kind: 'write', idempotent: true })
    .route({
      method: 'POST',
      path: v4('/policies'),
      tags: ['maintenance'],
      summary: 'Add a policy',
      successStatus: 201,
    })
    .input(PolicyInput)
    .output(MaintenancePolicy),
  /** Errors as `create`; 412 `stale`: another user changed it. */
  update: call({ access: 'policies.edit', kind: 'write', idempotent: true })
    .route({ method: 'PUT', path: v4('/policies/{id}'), tags: ['maintenance'], summary: 'Change a policy' })
    .input(z.extend(z.object({ id: Id }), record).check(...checks))
    .output(MaintenancePolicy),
  destroy: call({ access: 'policies.edit', kind: 'write', idempotent: true })
    .route({
      method: 'DELETE',
      path: v4('/policies/{id}'),
      tags: ['maintenance'],
      summary: 'Delete a policy',
    })
    .input(z.object({ id: Id }))
    .output(z.object({ success: z.literal(true), id: Id })),
}
