import { useWrite } from '#src/forms/useWrite.ts'
import type { WriteContext } from '#src/forms/write-mutation.ts'
import { useOffline } from '#src/local-data/useOffline.ts'

interface VehicleActionOptions {
  rev: number
  call: (context: WriteContext) => Promise<unknown>
  onDone: () => void
}

/** Runs one action on a vehicle, then updates the local data. */
export function useVehicleAction({ rev, call, onDone }: VehicleActionOptions) {
  const { cache } = useOffline()
  return useWrite({
    call: (_, context) => call(context),
    rev,
    refresh: () => cache.refresh(),
    onSaved: onDone,
  })
}
