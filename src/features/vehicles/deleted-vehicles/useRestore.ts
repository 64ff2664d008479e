import { useQueryClient } from '@tanstack/react-query'
import { api, queries } from '#src/api/client.ts'
import type { ApiFailure } from '#src/api/failure.ts'
import { useAction } from '#src/forms/useAction.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOffline } from '#src/local-data/useOffline.ts'

/** Restores a deleted vehicle and returns a message about the outcome. */
export function useRestore(vehicleId: number) {
  const t = useTexts('deleted-vehicles', 'errors')
  const textOf = useFailureText()
  const client = useQueryClient()
  const { cache } = useOffline()
  const { act, isBusy, failure } = useAction(0, () =>
    Promise.all([
      cache.refresh(),
      client.invalidateQueries({ queryKey: queries.deletedVehicles.key() }),
      client.invalidateQueries({ queryKey: queries.vehicles.key() }),
    ]),
  )
  function wordsOf(refused: ApiFailure): string {
    if (refused.fields.vin?.includes('duplicate_vin')) return t('deleted-vehicles:restore.duplicateVin')
    if (refused.code === 'not_found') return t('deleted-vehicles:restore.gone')
    return textOf(refused)
  }
  /** @returns the message to show: restored, and which users are no longer assigned; null: it was rejected */
  async function restore(): Promise<string | null> {
    let missing: string[] = []
    const refused = await act(async (context) => {
      missing = (await api.deletedVehicles.restore({ id: vehicleId }, { context })).missing_drivers
    })
    if (refused) return null
    const done = t('deleted-vehicles:restore.done')
    if (missing.length === 0) return done
    return `${done}. ${t('deleted-vehicles:restore.missingDrivers', { names: missing.join(', ') })}`
  }
  return { restore, isBusy, refusal: failure && wordsOf(failure) }
}
