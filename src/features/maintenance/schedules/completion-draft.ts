import { Day, Odometer } from '#contract/core/fields.ts'
import type { OdometerReading } from '#contract/vehicles/odometer.ts'
import { localToday } from '#domain/core/days.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import type { Completion } from './useMarks.ts'

/** Day and odometer of completed work while they are typed. */
export interface CompletionDraft {
  day: string
  odometer: string
}

/** What the device knows about the vehicle's odometer. */
export interface KnownReadings {
  unit: 'mi' | 'km'
  readings: readonly OdometerReading[]
  /** Latest valid reading. */
  odometer: number | null
}

export const newCompletion = (): CompletionDraft => ({ day: localToday(), odometer: '' })

/** Returns the typed reading: undefined if empty, NaN if it is not a whole number. */
export const typedOdometer = ({ odometer }: CompletionDraft): number | undefined => wholeNumber(odometer)

/** Returns the completion, or the codes of the invalid fields. */
export function readCompletion(draft: CompletionDraft): { completion: Completion } | { codes: FieldCodes } {
  const odometer = typedOdometer(draft)
  const codes: FieldCodes = {
    ...(!Day.safeParse(draft.day).success && { completed_on: [draft.day === '' ? 'required' : 'date'] }),
    ...(draft.day > localToday() && { completed_on: ['future'] }),
    ...(odometer !== undefined && !Odometer.safeParse(odometer).success && { odometer: ['odometer'] }),
  }
  if (Object.keys(codes).length > 0) return { codes }
  return { completion: { completed_on: draft.day, ...(odometer !== undefined && { odometer }) } }
}
