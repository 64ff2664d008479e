import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useOffline } from './useOffline.ts'

/** Reloads a server read after an own entry has arrived, because the response is then stale (GLV-022, GLV-023). */
export function useReloadAfterSending(queryKey: QueryKey): void {
  const client = useQueryClient()
  const { outbox } = useOffline()
  const name = JSON.stringify(queryKey)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key's text stands for the key
  useEffect(() => {
    let seen: number | null | undefined
    return outbox.status.subscribe(({ lastSentAt }) => {
      if (seen !== undefined && lastSentAt !== seen) void client.invalidateQueries({ queryKey })
      seen = lastSentAt
    })
  }, [client, outbox, name])
}
