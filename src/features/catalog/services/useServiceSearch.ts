import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { QUICK_FILTER_DELAY_MS } from '#domain/core/limits.ts'
import { queries } from '#src/api/client.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useDelayed } from '#src/lib/hooks/useDelayed.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { type ServiceOption, serviceOptions } from './service-options.ts'

/**
 * Searches services for a vehicle: shows the local matches at once and adds the server's shortly after the last
 * keystroke (SVC-086, SVC-094). Offline, only the local matches are available.
 */
export function useServiceSearch(own: readonly ServiceOption[], vehicleId: number | null) {
  const [typed, setTyped] = useState('')
  const isOnline = useOnline()
  const { language } = useFormat()
  const query = useDelayed(typed.trim(), QUICK_FILTER_DELAY_MS)
  const { data } = useQuery(
    queries.services.search.queryOptions({
      input:
        isOnline && query !== ''
          ? { query: query.slice(0, 100), ...(vehicleId !== null && { vehicle_id: vehicleId }) }
          : skipToken,
      staleTime: 5 * 60_000,
      retry: false,
    }),
  )
  const options = useMemo(() => {
    const known = new Set(own.map(({ id }) => id))
    const others = (data?.services ?? []).filter(({ id }) => !known.has(id))
    return others.length === 0 ? own : [...own, ...serviceOptions(others, language, [])]
  }, [own, data, language])
  return { options, onType: setTyped }
}
