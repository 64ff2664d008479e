import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#src/api/client.ts'
import { fleetQuery } from '#src/features/access/fleet/fleet.queries.ts'
import { syncEventsQuery } from './telematics.queries.ts'

/** Saves the database name, then starts a synchronization (TEL-025, TEL-026). An empty name removes it. */
export function useSaveDatabase(fleetId: number) {
  const queryClient = useQueryClient()
  const startSync = useStartSync()
  return useMutation({
    mutationFn: (databaseName: string) => api.fleet.update({ id: fleetId, databaseName }),
    onSuccess: async (fleet) => {
      // A failed start is ignored, because the view has a button for it.
      if (fleet.databaseName !== null) await startSync.mutateAsync().catch(() => {})
      queryClient.setQueryData(fleetQuery().queryKey, fleet)
    },
  })
}

/** Starts a synchronization in the background. */
export function useStartSync() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.telematics.startSync(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: syncEventsQuery().queryKey }),
  })
}
