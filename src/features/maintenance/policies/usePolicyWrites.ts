import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { MaintenancePolicy, PolicyInput } from '#contract/maintenance/policies.ts'
import { api, queries } from '#src/api/client.ts'
import { isTransient, toFailure } from '#src/api/failure.ts'
import { newId } from '#src/offline/model/ids.ts'
import { policiesQuery } from './policies.queries.ts'

type Known = Pick<MaintenancePolicy, 'id' | 'rev'>
/** Null: a new policy. */
type Save = { policy: Known | null; input: PolicyInput }

/**
 * Writes policies immediately; never queued (ruling 24). Each write sends the base revision and an idempotency key that
 * stays the same until its response arrives. The list is refetched afterwards, also after a refusal.
 */
export function usePolicyWrites() {
  const client = useQueryClient()
  const open = useRef<{ wanted: string; key: string }>(undefined)

  async function attempt(wanted: object, call: (key: string) => Promise<unknown>): Promise<void> {
    const name = JSON.stringify(wanted)
    if (open.current?.wanted !== name) open.current = { wanted: name, key: newId() }
    try {
      await call(open.current.key)
      open.current = undefined
    } catch (error) {
      if (!isTransient(toFailure(error))) open.current = undefined
      throw error
    } finally {
      await client.invalidateQueries({ queryKey: policiesQuery().queryKey })
      // Vehicles show whether they have a policy.
      void client.invalidateQueries({ queryKey: queries.vehicles.show.key() })
    }
  }

  return {
    save: ({ policy, input }: Save) =>
      attempt({ policy, input }, (key) =>
        policy === null
          ? api.policies.create(input, { context: { key } })
          : api.policies.update({ id: policy.id, ...input }, { context: { key, ifMatch: policy.rev } }),
      ),
    destroy: ({ id, rev }: Known) =>
      attempt({ id, rev }, (key) => api.policies.destroy({ id }, { context: { key, ifMatch: rev } })),
  }
}
