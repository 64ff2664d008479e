import type { ManualHistory } from '#contract/maintenance/history-record.ts'
import { localToday } from '#domain/core/days.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import { isUnlikelyForOdometer } from '#domain/vehicles/odometer-rules.ts'
import { useReadingConfirmation } from '#src/features/vehicles/odometer/useReadingConfirmation.tsx'
import type { VehicleOption } from '#src/features/vehicles/picker/vehicle-options.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import type { HistoryDraft } from '../history-draft.ts'

/** Checks the odometer reading before a save; `question`: the open dialog. */
export function useReadingCheck(
  localRow: LocalRow<ManualHistory> | null,
  vehicles: readonly Pick<VehicleOption, 'id' | 'vehicle'>[],
) {
  const format = useFormat()
  const { confirmDoubt, dialog: question } = useReadingConfirmation()

  /** Asks for confirmation of an implausible reading; when editing, only if it was changed. */
  function confirmReading({ vehicle_id, odometer, date_of_completion: read_on }: HistoryDraft) {
    const vehicle = vehicles.find(({ id }) => id === vehicle_id)?.vehicle
    const reading = { value: wholeNumber(odometer) ?? Number.NaN, unit: format.distanceUnit, read_on }
    const isAsBefore = reading.value === localRow?.row.odometer && vehicle_id === localRow.row.vehicle_id
    if (!vehicle || isAsBefore) return true
    const last = vehicle.odometer === null ? null : { value: vehicle.odometer, unit: vehicle.odometer_units }
    if (!isUnlikelyForOdometer(reading, last, localToday())) return true
    return confirmDoubt({
      typed: format.distance(reading.value, reading.unit),
      last: last && format.distance(last.value, last.unit),
    })
  }

  return { confirmReading, question }
}
