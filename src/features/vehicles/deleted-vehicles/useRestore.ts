import { useQueryClient } from '@tanstack/react-query'
import { api, queries } from '#src/api/client.ts'
import type { ApiFailure } from '#src/api/failure.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOffline } from '#src/local-data/useOffline.ts'

/**
 * Restores a deleted vehicle. `onRestored` receives the message to show: restored, and which users are no longer
 * assigned.
 */
export function useRestore(vehicleId: number, onRestored: (message: string) => void) {
  const t = useTexts('deleted-vehicles', 'errors')
  const textOf = useFailureText()
  const client = useQueryClient()
  const { cache } = useOffline()
  const { run, isBusy, failure } = useWrite({
    call: (_, context) => api.deletedVehicles.restore({ id: vehicleId }, { context }),
    refresh: () =>
      Promise.all([
        cache.refresh(),
        client.invalidateQueries({ queryKey: queries.deletedVehicles.key() }),
        client.invalidateQueries({ queryKey: queries.vehicles.key() }),
      ]),
    onSaved({ missing_drivers: missing }) {
      const done = t('deleted-vehicles:restore.done')
      const names = missing.join(', ')
      onRestored(
        missing.length > 0 ? `${done}. ${t('deleted-vehicles:restore.missingDrivers', { names })}` : done,
      )
    },
  })
  function rejectionText(refused: ApiFailure): string {
    if (refused.fields.vin?.includes('duplicate_vin')) return t('deleted-vehicles:restore.duplicateVin')
    if (refused.code === 'not_found') return t('deleted-vehicles:restore.gone')
    return textOf(refused)
  }
  return { restore: () => void run(), isBusy, errorMessage: failure && rejectionText(failure) }
}
