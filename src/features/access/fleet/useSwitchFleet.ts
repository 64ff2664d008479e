import { useMutation } from '@tanstack/react-query'
import { api } from '#src/api/client.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { useSession, useSessionStore } from '#src/session/SessionProvider.tsx'
import { rememberFleetName } from './left-fleets.ts'
import type { SwitchWish } from './switch-store.ts'

/**
 * Makes the session stand in another fleet (ruling 9). The outbox of the fleet that is left is locked first: what waits in
 * it waits there until the session stands in that fleet again, and is never sent from another one (docs/offline.md#databases).
 */
export function useSwitchFleet() {
  const store = useSessionStore()
  const { user, fleet } = useSession()
  const { outbox } = useOffline()
  return useMutation({
    mutationFn: async ({ fleetId, path }: SwitchWish) => {
      if ((await outbox.pendingCount()) > 0) rememberFleetName(user.id, fleet)
      await outbox.lock()
      try {
        const moved = await api.fleet.impersonate({ fleet_id: fleetId })
        await store.moveTo(moved, path)
      } catch (error) {
        outbox.start()
        throw error
      }
    },
  })
}
