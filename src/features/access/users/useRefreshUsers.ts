import { useQueryClient } from '@tanstack/react-query'
import { queries } from '#src/api/client.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { meQuery } from '#src/session/account-queries.ts'

/** Refreshes the lists of users and the local copies of vehicles, whose assignments may have changed. */
export function useRefreshUsers(): () => Promise<void> {
  const client = useQueryClient()
  const { cache } = useOffline()
  return async () => {
    void cache.refresh()
    // Users can change themselves.
    void client.invalidateQueries({ queryKey: meQuery().queryKey })
    await client.invalidateQueries({ queryKey: queries.users.key() })
  }
}
