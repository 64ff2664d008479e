import type { MaintenancePolicy, PolicyInput } from '#contract/maintenance/policies.ts'
import { SENTINEL_ALL } from '#domain/core/limits.ts'

/** Draft of a policy; the sentinel alone means everyone, or all vehicles (SET-028, SET-029). */
export interface PolicyDraft {
  amount: string
  service_definition_ids: number[]
  users: { id: number; name: string }[]
  vehicle_ids: number[]
  /** Base revision, stored through a reload; null: a new policy. */
  rev: number | null
}

/** Returns the draft. `autoApprove`: name of the pseudo-user (SET-030). A new policy applies to all vehicles. */
export function toDraft(policy: MaintenancePolicy | null, autoApprove: string): PolicyDraft {
  if (!policy)
    return { amount: '', service_definition_ids: [], users: [], vehicle_ids: [SENTINEL_ALL], rev: null }
  return {
    amount: policy.amount,
    service_definition_ids: policy.service_definition_ids,
    users: policy.auto_approvable ? [{ id: SENTINEL_ALL, name: autoApprove }] : policy.users,
    vehicle_ids: policy.all_vehicles ? [SENTINEL_ALL] : policy.vehicle_ids,
    rev: policy.rev,
  }
}

/**
 * Resolves the selection after an item was added last: the sentinel clears all others, any other item clears the
 * sentinel.
 */
export function withoutClash<T extends { id: number }>(chosen: readonly T[]): T[] {
  const last = chosen.at(-1)
  return last?.id === SENTINEL_ALL ? [last] : chosen.filter(({ id }) => id !== SENTINEL_ALL)
}

/** Returns the request body, with sentinels as the record's own flags (SET-032). */
export function toPayload(draft: PolicyDraft, fleetId: number): PolicyInput {
  const userIds = draft.users.map(({ id }) => id)
  const isAutomatic = userIds.includes(SENTINEL_ALL)
  const isEverywhere = draft.vehicle_ids.includes(SENTINEL_ALL)
  return {
    fleet_id: fleetId,
    amount: draft.amount,
    service_definition_ids: draft.service_definition_ids,
    user_ids: isAutomatic ? [] : userIds,
    vehicle_ids: isEverywhere ? [] : draft.vehicle_ids,
    all_vehicles: isEverywhere,
    auto_approvable: isAutomatic,
  }
}

/** Parses a stored draft; returns undefined if it is invalid. */
export function parseDraft(value: unknown): PolicyDraft | undefined {
  const given = value as Partial<PolicyDraft> | null
  const isDraft =
    typeof given?.amount === 'string' &&
    Array.isArray(given.service_definition_ids) &&
    Array.isArray(given.users) &&
    Array.isArray(given.vehicle_ids) &&
    (given.rev === null || typeof given.rev === 'number')
  return isDraft ? (given as PolicyDraft) : undefined
}
