import { useQuery } from '@tanstack/react-query'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useOffline } from './useOffline.ts'

/**
 * The bytes behind a document: what waits here, the kept copy, or from the server.
 * Undefined while it is looked for, null when it is neither here nor to be had now.
 */
export function useDocumentBlob(documentId: string | undefined): Blob | null | undefined {
  const { cache } = useOffline()
  const { user } = useSession()
  const { data } = useQuery({
    queryKey: ['kept-file', user.fleet_id, user.id, documentId],
    queryFn: async () => (documentId ? ((await cache.documentBlob(documentId)) ?? null) : null),
    enabled: documentId !== undefined,
    // Bytes of a document never change; one that was not to be had is looked for again.
    staleTime: ({ state }) => (state.data ? Number.POSITIVE_INFINITY : 0),
    gcTime: 60_000,
    retry: false,
    structuralSharing: false,
  })
  return data
}
