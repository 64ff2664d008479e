import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { localToday } from '#domain/core/days.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import { isUnlikelyForOdometer } from '#domain/vehicles/odometer-rules.ts'

type KnownReadings = Pick<ShopOrder, 'odometer' | 'odometer_units' | 'last_reading'>

/** Returns the reading with which the shop's is compared; from an earlier server, the one of the booking. Null: none. */
export const lastReadingOf = ({ odometer, last_reading }: KnownReadings): number | null =>
  last_reading === undefined ? odometer : last_reading

/** Returns whether the shop should confirm a reading, which is accepted anyway (ruling 20). */
export function isUnlikelyFinalReading(odometer: string, order: KnownReadings): boolean {
  const value = wholeNumber(odometer)
  if (value === undefined) return false
  const unit = order.odometer_units
  const last = lastReadingOf(order)
  const today = localToday()
  return isUnlikelyForOdometer(
    { value, unit, read_on: today },
    last === null ? null : { value: last, unit },
    today,
  )
}
