import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'

/** The server's word is asked for again when the copies of this device have followed a change of an order. */
export function useReloadWith(kept: unknown, queryKey: QueryKey): void {
  const client = useQueryClient()
  const seen = useRef(kept)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key of a noun is always the same
  useEffect(() => {
    if (seen.current !== undefined && seen.current !== kept) void client.invalidateQueries({ queryKey })
    seen.current = kept
  }, [client, kept])
}
