import { wholeNumber } from '#domain/core/numbers.ts'

export interface MileageTexts {
  current_mileage: string
  miles_per_month: string
}

/**
 * The values of the form that differ from the shown ones (SCH-053). An emptied field and '12a', '-1' and '1.5' become
 * NaN, which the contract rejects (SCH-003, SCH-006).
 */
export function changedMileage(
  shown: MileageTexts,
  typed: Partial<MileageTexts>,
): Partial<Record<keyof MileageTexts, number>> {
  const changed = Object.entries(typed).filter(([name, text]) => text !== shown[name as keyof MileageTexts])
  return Object.fromEntries(changed.map(([name, text]) => [name, wholeNumber(text) ?? Number.NaN]))
}
