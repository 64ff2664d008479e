import type { FieldChange } from '#contract/access/audit.ts'
import type { MaintenancePolicy, PolicyInput } from '#contract/maintenance/policies.ts'
import { POLICIES_MAX } from '#domain/core/limits.ts'
import { Problem } from '#server/problem.ts'
import type { Precondition, UseCase } from '#server/use-case.ts'
import { recordAudit } from '../../access/audit/audit.service.ts'
import { readPositions } from '../../catalog/services/services.reads.ts'
import { policiesRepository } from './policies.repository.ts'
import { type NamedPolicy, policyDifferences } from './policy-differences.ts'

type InFleet = Pick<UseCase, 'tx' | 'actor'>

/** Returns the maintenance policies of the fleet: approvers and automatic approval (SET-026, decision 25). */
export async function listPolicies({ tx, actor }: InFleet): Promise<{ policies: MaintenancePolicy[] }> {
  return { policies: await policiesRepository.list(tx, actor.fleet.id) }
}

/** Creates a policy: 201. Errors: not_found, validation. */
export async function createPolicy(useCase: InFleet, input: PolicyInput) {
  const { tx, actor } = useCase
  const policy = await validated(useCase, input)
  await policiesRepository.hold(tx, actor.fleet.id)
  if ((await policiesRepository.list(tx, actor.fleet.id)).length >= POLICIES_MAX)
    throw new Problem('validation', { fields: { policies: ['too_many'] } })
  const id = await policiesRepository.insert(tx, actor.fleet.id, policy)
  const body = await getPolicy(useCase, id)
  const changes = policyDifferences(null, await withNames(useCase, body))
  await recordChanges(useCase, 'policy.created', changes)
  return { body, status: 201 } as const
}

/** Replaces a policy. Errors: not_found, stale, validation. */
export async function updatePolicy(
  useCase: InFleet,
  { id, ...input }: PolicyInput & { id: number },
  precondition: Precondition,
) {
  const { tx, actor } = useCase
  const before = await lockUnchanged(useCase, id, precondition)
  await policiesRepository.update(tx, actor.fleet.id, id, await validated(useCase, input))
  const body = await getPolicy(useCase, id)
  const changes = policyDifferences(before, await withNames(useCase, body))
  await recordChanges(useCase, 'policy.updated', changes)
  return { body }
}

/** Deletes a policy. Errors: not_found, stale. */
export async function deletePolicy(useCase: InFleet, id: number, precondition: Precondition) {
  const { tx, actor } = useCase
  const deleted = await lockUnchanged(useCase, id, precondition)
  await policiesRepository.remove(tx, actor.fleet.id, id)
  await recordChanges(useCase, 'policy.deleted', policyDifferences(null, deleted))
  return { body: { success: true, id } as const }
}

/** Returns the policy with ids of this fleet only, without duplicates. */
async function validated({ tx, actor }: InFleet, input: PolicyInput): Promise<PolicyInput> {
  if (input.fleet_id !== actor.fleet.id) throw new Problem('not_found')
  const policy = {
    ...input,
    service_definition_ids: [...new Set(input.service_definition_ids)],
    user_ids: [...new Set(input.user_ids)],
    vehicle_ids: [...new Set(input.vehicle_ids)],
  }
  const { user_ids, vehicle_ids, service_definition_ids } = policy
  const known = await policiesRepository.lockKnown(tx, actor.fleet.id, user_ids, vehicle_ids)
  const catalog = await readPositions(tx, service_definition_ids)
  const fields = {
    ...(known.users < user_ids.length && { user_ids: ['id'] }),
    ...(known.vehicles < vehicle_ids.length && { vehicle_ids: ['id'] }),
    ...(catalog.size < service_definition_ids.length && { service_definition_ids: ['unknown'] }),
  }
  if (Object.keys(fields).length > 0) throw new Problem('validation', { fields })
  return policy
}

async function getPolicy({ tx, actor }: InFleet, id: number): Promise<MaintenancePolicy> {
  const policy = await policiesRepository.find(tx, actor.fleet.id, id)
  if (!policy) throw new Problem('not_found')
  return policy
}

async function withNames({ tx, actor }: InFleet, policy: MaintenancePolicy): Promise<NamedPolicy> {
  return { policy, names: await policiesRepository.names(tx, policy, actor.language) }
}

async function recordChanges(
  { tx, actor }: InFleet,
  act: 'policy.created' | 'policy.updated' | 'policy.deleted',
  changes: FieldChange[],
): Promise<void> {
  await recordAudit(tx, { fleetId: actor.fleet.id, userId: actor.userId, act, changes })
}

/** Returns the current policy, named for the audit log. 404 missing or foreign; 412 changed since. */
async function lockUnchanged(useCase: InFleet, id: number, { ifMatch }: Precondition): Promise<NamedPolicy> {
  await policiesRepository.hold(useCase.tx, useCase.actor.fleet.id)
  const current = await getPolicy(useCase, id)
  if (ifMatch !== null && ifMatch !== current.rev)
    throw new Problem('stale', { current, etag: `"${current.rev}"` })
  return withNames(useCase, current)
}
