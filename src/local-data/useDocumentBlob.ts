import { useQuery } from '@tanstack/react-query'
import type { DocumentMeta } from '#src/offline/model/api/cache-api.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useOffline } from './useOffline.ts'

/**
 * The bytes of a document: from the queue, the cache or the server. Undefined while loading; null if unavailable now.
 * @param meta of an invoice
 */
export function useDocumentBlob(
  documentId: string | undefined,
  meta?: DocumentMeta,
): Blob | null | undefined {
  const { cache } = useOffline()
  const { user } = useSession()
  const { data } = useQuery({
    queryKey: ['kept-file', user.fleet_id, user.id, documentId],
    queryFn: async () => (documentId ? ((await cache.documentBlob(documentId, meta)) ?? null) : null),
    enabled: documentId !== undefined,
    // Bytes of a document never change; an unavailable one is retried.
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
    gcTime: 60_000,
    retry: false,
    structuralSharing: false,
  })
  return data
}
