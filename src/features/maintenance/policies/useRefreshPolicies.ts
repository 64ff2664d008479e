import { useQueryClient } from '@tanstack/react-query'
import { queries } from '#src/api/client.ts'
import { policiesQuery } from './policies.queries.ts'

/** Reloads the policies after a change or a rejection. */
export function useRefreshPolicies(): () => Promise<void> {
  const client = useQueryClient()
  return async () => {
    // Vehicles show whether they have a policy.
    void client.invalidateQueries({ queryKey: queries.vehicles.show.key() })
    await client.invalidateQueries({ queryKey: policiesQuery().queryKey })
  }
}
