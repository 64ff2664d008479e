import { useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '#src/api/client.ts'
import { fleetQuery } from '#src/features/access/fleet/fleet.queries.ts'
import { syncEventsQuery } from './telematics.queries.ts'

/** Saves the name of the database, and then begins a synchronisation with it (TEL-025, TEL-026); empty: takes it away. */
export function useSaveDatabase(fleetId: number) {
  const queryClient = useQueryClient()
  const startSync = useStartSync()
  return useMutation({
    mutationFn: (databaseName: string) => api.fleet.update({ id: fleetId, databaseName }),
    onSuccess: async (fleet) => {
      // What the name is for comes after it: should it fail, the view has a button for it.
      if (fleet.databaseName !== null) await startSync.mutateAsync().catch(() => {})
      queryClient.setQueryData(fleetQuery().queryKey, fleet)
    },
  })
}

/** Begins a synchronisation in the background. */
export function useStartSync() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => api.telematics.startSync(),
    onSettled: () => queryClient.invalidateQueries({ queryKey: syncEventsQuery().queryKey }),
  })
}
