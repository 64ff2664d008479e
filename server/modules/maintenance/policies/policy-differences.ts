import type { FieldChange } from '#contract/access/audit.ts'
import type { MaintenancePolicy } from '#contract/maintenance/policies.ts'

/** Names of the vehicles and services of a policy. */
export interface PolicyNames {
  vehicles: string[]
  services: string[]
}
export interface NamedPolicy {
  policy: MaintenancePolicy
  names: PolicyNames
}

/** Maximum recorded names; beyond it, their number. */
const NAMED = 20
const firstOf = (names: readonly string[]) =>
  names.length > NAMED ? [...names.slice(0, NAMED), `+${names.length - NAMED}`] : [...names]

/** Recorded fields of a policy, as text that stays readable after rows are deleted. */
function recordOf({ policy, names }: NamedPolicy): Record<string, FieldChange['from']> {
  return {
    amount: policy.amount,
    auto_approvable: policy.auto_approvable,
    user_ids: policy.users.map(({ name }) => name),
    all_vehicles: policy.all_vehicles,
    policy_vehicle_ids: firstOf(names.vehicles),
    service_definition_ids: firstOf(names.services),
  }
}

/**
 * Returns the changes from `before` (null: created) to `after`; of a deleted policy, its last state. The amount is
 * always included, because it identifies a policy.
 */
export function policyDifferences(before: NamedPolicy | null, after: NamedPolicy): FieldChange[] {
  const former = before ? recordOf(before) : {}
  return Object.entries(recordOf(after)).flatMap(([field, to]) => {
    const from = former[field] ?? null
    const isSame = JSON.stringify(from) === JSON.stringify(to)
    if (isSame) return field === 'amount' ? [{ field, from: null, to }] : []
    const isEmpty = to === false || (Array.isArray(to) && to.length === 0)
    return before === null && isEmpty ? [] : [{ field, from, to }]
  })
}
