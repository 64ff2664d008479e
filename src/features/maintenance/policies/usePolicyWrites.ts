import { useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { MaintenancePolicy, PolicyInput } from '#contract/maintenance/policies.ts'
import { api, queries } from '#src/api/client.ts'
import { isTransient, toFailure } from '#src/api/failure.ts'
import { newId } from '#src/offline/model/ids.ts'
import { policiesQuery } from './policies.queries.ts'

type Known = Pick<MaintenancePolicy, 'id' | 'rev'>
/** null: a new one. */
type Save = { policy: Known | null; input: PolicyInput }

/**
 * Writes of policies, now or not at all (ruling 24). Each names the revision that the person saw, and has a key of its own,
 * the same one until its answer is known; the list is read anew after it, also after a refusal.
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
      // Whether a vehicle has a policy.
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
