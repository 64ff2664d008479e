import { useQueryClient } from '@tanstack/react-query'
import { api } from '#src/api/client.ts'
import { fleetQuery } from '#src/features/access/fleet/fleet.queries.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { syncEventsQuery } from './telematics.queries.ts'

interface Callbacks {
  onSaved: () => void
  onFailed?: () => void
}

/** Saves the database name, then starts a synchronization (TEL-025, TEL-026). An empty name removes it. */
export function useSaveDatabase(fleetId: number, callbacks: Callbacks) {
  const queryClient = useQueryClient()
  // A failed start is ignored, because the view has a button for it.
  const startSync = useStartSync(() => {})
  return useWrite({
    call: (databaseName: string) => api.fleet.update({ id: fleetId, databaseName }),
    async refresh(fleet) {
      if (!fleet) return
      if (fleet.databaseName !== null) await startSync.run()
      queryClient.setQueryData(fleetQuery().queryKey, fleet)
    },
    ...callbacks,
  })
}

/** Starts a synchronization in the background. */
export function useStartSync(onSaved: () => void) {
  const queryClient = useQueryClient()
  const refresh = () => queryClient.invalidateQueries({ queryKey: syncEventsQuery().queryKey })
  return useWrite({ call: () => api.telematics.startSync(), refresh, onSaved })
}
