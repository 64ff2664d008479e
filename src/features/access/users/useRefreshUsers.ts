import { useQueryClient } from '@tanstack/react-query'
import { useOffline } from '#src/local-data/useOffline.ts'
import { meQuery } from '#src/session/account-queries.ts'
import { usersKey } from './users.queries.ts'

/** Brings the lists of users anew, and what this device keeps of vehicles: whom they are assigned to may have changed. */
export function useRefreshUsers(): () => Promise<void> {
  const client = useQueryClient()
  const { cache } = useOffline()
  return async () => {
    void cache.refresh()
    // One may have changed oneself.
    void client.invalidateQueries({ queryKey: meQuery().queryKey })
    await client.invalidateQueries({ queryKey: usersKey() })
  }
}
