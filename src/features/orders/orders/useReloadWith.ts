import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** Refetches a query when the local copies have changed after a change of an order. */
export function useReloadWith(localRows: unknown, queryKey: QueryKey): void {
  const client = useQueryClient()
  const seen = useRef(localRows)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of a noun is always the same
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== localRows) void client.invalidateQueries({ queryKey })
    seen.current = localRows
  }, [client, localRows])
}
