import { useQuery } from '@tanstack/react-query'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { allFleetsQuery } from './fleets.queries.ts'

/** Names of all fleets as options of a picker, which says why they are missing instead of 'Nothing found' (FMC-032). */
export function useFleetOptions() {
  const t = useTexts('fleet', 'errors')
  const textOf = useFailureText()
  const query = useQuery(allFleetsQuery())
  const { failure } = useListFailure(query)
  const reason = failure?.code === 'network' ? t('fleet:list.offlineTitle') : failure && textOf(failure)
  return {
    fleets: query.data?.fleets,
    loading: query.isLoading,
    noOptions: query.data ? undefined : reason,
  }
}
