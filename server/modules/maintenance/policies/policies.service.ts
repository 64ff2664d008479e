import type { FieldChange } from '#contract/access/audit.ts'
import type { MaintenancePolicy, PolicyInput } from '#contract/maintenance/policies.ts'
import { POLICIES_MAX } from '#domain/core/limits.ts'
import type { Actor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import { Problem } from '#server/problem.ts'
import type { AuditService } from '../../access/audit/audit.service.ts'
import type { ServicesService } from '../../catalog/services/services.service.ts'
import type { PoliciesRepository } from './policies.repository.ts'
import { type NamedPolicy, policyDifferences } from './policy-differences.ts'

/** The revision that the client read; null if not given. */
interface Precondition {
  ifMatch: number | null
}

interface PoliciesDeps {
  policies: PoliciesRepository
  services: ServicesService
  audit: AuditService
}

/** Maintenance policies of the fleet: approvers and automatic approval (SET-026, decision 25). */
export function policiesService({ policies, services, audit }: PoliciesDeps) {
  /** Normalises a policy: ids of this fleet only, without duplicates. */
  async function validated(tx: Transaction, actor: Actor, input: PolicyInput): Promise<PolicyInput> {
    if (input.fleet_id !== actor.fleet.id) throw new Problem('not_found')
    const policy = {
      ...input,
      service_definition_ids: [...new Set(input.service_definition_ids)],
      user_ids: [...new Set(input.user_ids)],
      vehicle_ids: [...new Set(input.vehicle_ids)],
    }
    const known = await policies.countKnown(tx, actor.fleet.id, policy.user_ids, policy.vehicle_ids)
    const catalogue = await services.positions(tx, policy.service_definition_ids)
    const fields = {
      ...(known.users < policy.user_ids.length && { user_ids: ['id'] }),
      ...(known.vehicles < policy.vehicle_ids.length && { vehicle_ids: ['id'] }),
      ...(catalogue.size < policy.service_definition_ids.length && { service_definition_ids: ['unknown'] }),
    }
    if (Object.keys(fields).length > 0) throw new Problem('validation', { fields })
    return policy
  }

  async function show(tx: Transaction, actor: Actor, id: number) {
    const policy = await policies.find(tx, actor.fleet.id, id)
    if (!policy) throw new Problem('not_found')
    return policy
  }

  async function named(tx: Transaction, actor: Actor, policy: MaintenancePolicy): Promise<NamedPolicy> {
    return { policy, names: await policies.names(tx, policy, actor.language) }
  }

  async function note(
    tx: Transaction,
    actor: Actor,
    act: 'policy.created' | 'policy.updated' | 'policy.deleted',
    changes: FieldChange[],
  ): Promise<void> {
    await audit.note(tx, { fleetId: actor.fleet.id, userId: actor.userId, act, changes })
  }

  /** Returns the current policy, named for the audit log. 404 missing or foreign; 412 changed since. */
  async function lockUnchanged(
    tx: Transaction,
    actor: Actor,
    id: number,
    { ifMatch }: Precondition,
  ): Promise<NamedPolicy> {
    await policies.hold(tx, actor.fleet.id)
    const current = await show(tx, actor, id)
    if (ifMatch !== null && ifMatch !== current.rev)
      throw new Problem('stale', { current, etag: `"${current.rev}"` })
    return named(tx, actor, current)
  }

  return {
    list: async (tx: Transaction, actor: Actor) => ({ policies: await policies.list(tx, actor.fleet.id) }),

    async create(tx: Transaction, actor: Actor, input: PolicyInput) {
      const policy = await validated(tx, actor, input)
      await policies.hold(tx, actor.fleet.id)
      if ((await policies.list(tx, actor.fleet.id)).length >= POLICIES_MAX)
        throw new Problem('validation', { fields: { policies: ['too_many'] } })
      const id = await policies.insert(tx, actor.fleet.id, policy)
      const body = await show(tx, actor, id)
      await note(tx, actor, 'policy.created', policyDifferences(null, await named(tx, actor, body)))
      return { body, status: 201 } as const
    },

    async update(
      tx: Transaction,
      actor: Actor,
      { id, ...input }: PolicyInput & { id: number },
      precondition: Precondition,
    ) {
      const before = await lockUnchanged(tx, actor, id, precondition)
      await policies.update(tx, actor.fleet.id, id, await validated(tx, actor, input))
      const body = await show(tx, actor, id)
      await note(tx, actor, 'policy.updated', policyDifferences(before, await named(tx, actor, body)))
      return { body }
    },

    async destroy(tx: Transaction, actor: Actor, id: number, precondition: Precondition) {
      const gone = await lockUnchanged(tx, actor, id, precondition)
      await policies.remove(tx, actor.fleet.id, id)
      await note(tx, actor, 'policy.deleted', policyDifferences(null, gone))
      return { body: { success: true, id } as const }
    },
  }
}
export type PoliciesService = ReturnType<typeof policiesService>
