import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** Refetches a query when a value has changed, such as the local copies after a change of an order, or the day. */
export function useReloadWith(value: unknown, queryKey: QueryKey): void {
  const client = useQueryClient()
  const seen = useRef(value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of a noun is always the same
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== value) void client.invalidateQueries({ queryKey })
    seen.current = value
  }, [client, value])
}
