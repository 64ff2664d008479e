import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { localToday } from '#domain/core/days.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import { isUnlikelyForOdometer } from '#domain/vehicles/odometer-rules.ts'

/** Returns whether the shop should confirm a reading, which is accepted anyway (ruling 20). */
export function isUnlikelyFinish(
  odometer: string,
  { odometer: last, odometer_units: unit }: Pick<ShopOrder, 'odometer' | 'odometer_units'>,
): boolean {
  const value = wholeNumber(odometer)
  if (value === undefined) return false
  const today = localToday()
  return isUnlikelyForOdometer(
    { value, unit, read_on: today },
    last === null ? null : { value: last, unit },
    today,
  )
}
