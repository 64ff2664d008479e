import type { QueryClient } from '@tanstack/react-query'
import type { OfflineAccess } from '#src/local-data/local-work.ts'
import type { OfflineCache } from '#src/offline/model/api/cache-api.ts'
import type { Live } from '#src/offline/model/live.ts'
import type { SessionStore } from '#src/session/session-store.ts'
import { queryKeyOfRows } from './rows-key.ts'

interface ReadAheadContext {
  session: SessionStore
  offline: OfflineAccess
  queryClient: QueryClient
}

/**
 * Reads local rows while the code of their screen loads, so that its first render has them. Waits for nothing: if the
 * read takes longer than the code, the screen's own read shares it.
 * @param key as in `useLocalRows`
 */
export function readAhead<T>(
  { session, offline, queryClient }: ReadAheadContext,
  key: readonly (string | number)[],
  pick: (cache: OfflineCache) => Live<T>,
): void {
  void offline.opened().then((state) => {
    const current = session.current()
    if (state.status !== 'ready' || !('user' in current)) return
    const queryKey = queryKeyOfRows(current.user, key)
    if (queryClient.getQueryData(queryKey)) return
    const stop = pick(state.offline.cache).subscribe(
      (value) => {
        if (!queryClient.getQueryData(queryKey)) queryClient.setQueryData(queryKey, { value })
        // Deferred, because some reads call this before they return.
        queueMicrotask(() => stop())
      },
      // The screen reads the rows itself and shows the error.
      () => stop(),
    )
  })
}
