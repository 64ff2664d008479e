import type { TelematicsSnapshot } from '#contract/vehicles/telematics.ts'
import type { RequestDraft } from '../request-draft.ts'

export interface FaultOption {
  id: string
  name: string
  /** When it was last reported; null: not in the current readings. */
  at: string | null
}

/**
 * Returns the fault codes that a request can include: each code of the readings once, newest first, then selected codes
 * that are no longer in the readings.
 */
export function faultOptions(
  faults: TelematicsSnapshot['fault_codes'],
  chosen: RequestDraft['fault_codes'],
): FaultOption[] {
  const options = new Map<string, FaultOption>()
  for (const { id, dateTime, diagnostic } of faults.toSorted((a, b) => b.dateTime.localeCompare(a.dateTime)))
    if (!options.has(id)) options.set(id, { id, name: diagnostic.name, at: dateTime })
  for (const { id, name } of chosen) if (!options.has(id)) options.set(id, { id, name, at: null })
  return [...options.values()]
}
