import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { MileageInput } from '#contract/maintenance/schedules.ts'
import { api } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import { oemQuery } from '#src/features/maintenance/schedules/schedules.queries.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

/** Saves the mileage form. The fleet's usage values are not queued offline, so a missing connection is an error. */
export function useSaveMileage(hasClassIntervals: boolean, onSaved: () => void) {
  const t = useTexts('schedules')
  const toast = useToast()
  const textOf = useFailureText()
  const client = useQueryClient()
  const { cache } = useOffline()
  const [isSaving, setSaving] = useState(false)
  async function save(input: MileageInput) {
    setSaving(true)
    try {
      await (hasClassIntervals ? api.schedules.intervalBased(input) : api.schedules.serviceBased(input))
      await cache.refresh()
      await client.invalidateQueries({ queryKey: oemQuery(input.vehicle_id).queryKey })
      onSaved()
      toast('success', t('schedules:mileage.saved'))
    } catch (error) {
      toast('danger', textOf(toFailure(error)))
    } finally {
      setSaving(false)
    }
  }
  return { save, isSaving }
}
