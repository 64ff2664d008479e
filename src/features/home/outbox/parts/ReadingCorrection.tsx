import { localToday } from '#domain/core/days.ts'
import { projectedReading } from '#domain/maintenance/daily-use.ts'
import { dueInputOf } from '#domain/maintenance/schedule-rules.ts'
import type { RejectedReading } from '#src/features/home/outbox/entries/entry-facts.ts'
import { ReadingDialog } from '#src/features/vehicles/odometer/ReadingDialog.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useLocalRows, useVehicles } from '#src/local-data/useLocalRows.ts'
import type { WaitingEntry } from '#src/offline/model/api/outbox-api.ts'

interface ReadingCorrectionProps {
  entry: Pick<WaitingEntry, 'entityId' | 'vehicleId'>
  reading: RejectedReading
  onClose: () => void
}

/** Corrects a rejected reading in the dialog that it was entered in. */
export function ReadingCorrection({ entry, reading, onClose }: ReadingCorrectionProps) {
  const { entityId, vehicleId } = entry
  const { country } = useFormat()
  const schedule = useLocalRows(['schedule', vehicleId], (cache) => cache.scheduleOf(vehicleId), {
    isOptional: true,
  })
  const vehicle = useVehicles({ isOptional: true })?.find(({ id }) => id === vehicleId)
  const input = schedule && dueInputOf(schedule)
  return (
    <ReadingDialog
      vehicleId={vehicleId}
      unit={reading.unit ?? vehicle?.odometer_units ?? (country === 'CA' ? 'km' : 'mi')}
      projected={input ? projectedReading(input, localToday()) : (vehicle?.odometer ?? null)}
      readings={schedule?.readings ?? []}
      rejected={{ id: entityId, ...reading }}
      onClose={onClose}
    />
  )
}
