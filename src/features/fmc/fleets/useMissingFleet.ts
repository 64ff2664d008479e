import { useQuery } from '@tanstack/react-query'
import { useTexts } from '#src/i18n/useTexts.ts'
import { allFleetsQuery } from './fleets.queries.ts'

/** Returns a text that says that a chosen fleet is not among those of the company; undefined if it is. */
export function useMissingFleet(fleetId: number | null): string | undefined {
  const t = useTexts('fleet')
  const fleets = useQuery(allFleetsQuery()).data?.fleets
  const isMissing = fleetId !== null && fleets?.every(({ id }) => id !== fleetId)
  return isMissing ? t('fleet:picker.missing') : undefined
}
