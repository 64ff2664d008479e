import { api } from '#src/api/client.ts'
import { isTransient, toFailure } from '#src/api/failure.ts'
import { sendFinalReport } from '#src/device/final-report.ts'
import { createFinalReport } from '#src/device/unsent-report.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { modeAt, setMode } from '#src/session/mode.ts'
import { useSession, useSessionStore } from '#src/session/SessionProvider.tsx'
import { rememberFleetName } from './left-fleets.ts'
import type { FleetSwitchRequest } from './switch-store.ts'

/**
 * Switches the session to another fleet (ruling 9). Locks the outbox of the current fleet first: its entries wait until
 * the session returns to that fleet, and are never sent from another one (docs/offline.md#databases).
 */
export function useSwitchFleet() {
  const store = useSessionStore()
  const { user, fleet } = useSession()
  const { outbox } = useOffline()
  return useWrite({
    call: async ({ fleetId, path }: FleetSwitchRequest) => {
      if ((await outbox.pendingCount()) > 0) rememberFleetName(user.id, fleet)
      store.startMoving()
      try {
        await outbox.lock()
        const report = await createFinalReport(outbox, { tenantId: user.fleet_id, userId: user.id })
        if (report) await sendFinalReport(report)
        const moved = await impersonate(fleetId)
        // Before the page reloads: until the new screen has started, its URL alone says nothing about the tab's mode.
        setMode(modeAt(user, new URL(path, location.origin).pathname))
        await store.moveTo(moved, path)
      } catch (error) {
        store.stopMoving()
        outbox.start()
        throw error
      }
    },
  })
}

/** Switches once more if the response was lost: the server may have switched already, and then answers the same. */
async function impersonate(fleetId: number) {
  try {
    return await api.fleet.impersonate({ fleet_id: fleetId })
  } catch (error) {
    if (!isTransient(toFailure(error))) throw error
    return await api.fleet.impersonate({ fleet_id: fleetId })
  }
}
