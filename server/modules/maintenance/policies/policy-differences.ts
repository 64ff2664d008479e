import type { FieldChange } from '#contract/access/audit.ts'
import type { MaintenancePolicy } from '#contract/maintenance/policies.ts'
import { differences, type RecordedFields } from '../../access/audit/differences.ts'

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
function recordOf({ policy, names }: NamedPolicy): RecordedFields {
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
  const changes = differences(before && recordOf(before), recordOf(after))
  const hasAmount = changes.some(({ field }) => field === 'amount')
  return hasAmount ? changes : [{ field: 'amount', from: null, to: after.policy.amount }, ...changes]
}
