import { skipToken, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { QUICK_FILTER_DELAY_MS } from '#domain/core/limits.ts'
import { queries } from '#src/api/client.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useDelayed } from '#src/lib/hooks/useDelayed.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { type ServiceOption, serviceOptions } from './service-options.ts'

/**
 * Services for a vehicle by typed words: those of this device at once, and what the server finds beside them a moment
 * after the last key (SVC-086, SVC-094). Without signal those of this device are all there is.
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
