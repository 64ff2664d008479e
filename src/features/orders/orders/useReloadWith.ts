import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** Refetches a query when the local copies have changed after a change of an order. */
export function useReloadWith(kept: unknown, queryKey: QueryKey): void {
  const client = useQueryClient()
  const seen = useRef(kept)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of a noun is always the same
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== kept) void client.invalidateQueries({ queryKey })
    seen.current = kept
  }, [client, kept])
}
