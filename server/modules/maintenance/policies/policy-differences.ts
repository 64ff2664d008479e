import type { FieldChange } from '#contract/access/users.ts'
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

/** Names that are written down; of more, how many. */
const NAMED = 20
const firstOf = (names: readonly string[]) =>
  names.length > NAMED ? [...names.slice(0, NAMED), `+${names.length - NAMED}`] : [...names]

/** What of a policy is written down, in words that outlive what they name. */
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
 * What became of a policy: from `before` (null: there was none) to `after`; of one that was deleted, what it was. The amount
 * comes along in any case: it is what a policy is known by.
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
