import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { Query, QueryClient } from '@tanstack/react-query'
import {
  type PersistedClient,
  persistQueryClientRestore,
  persistQueryClientSave,
  persistQueryClientSubscribe,
} from '@tanstack/react-query-persist-client'

/** Raised only when the shape of a persisted answer changes: a new version must still start without signal. */
const STORAGE_VERSION = '1'
const THROTTLE_MS = 100

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** One of the few small queries that the shell starts from: kept in localStorage (OFF-028). */
      persist?: boolean
    }
  }
}

/** Where one user's small queries are kept on this device. */
export const persistenceKey = (user: { userId: number; fleetId: number }) =>
  `queries:${user.fleetId}:${user.userId}`

/**
 * Fills the query client with what this user left on this device, so that the shell paints at once (OFF-028). What cannot
 * be read is dropped and counts as nothing: the app starts all the same, for there may be entries waiting.
 */
export async function restoreQueries(queryClient: QueryClient, key: string): Promise<void> {
  try {
    await persistQueryClientRestore(optionsOf(queryClient, key))
  } catch {
    queryClient.clear()
    dropQueries(key)
  }
}

/** Keeps the marked queries in step with localStorage until the returned function is called. */
export function persistQueries(queryClient: QueryClient, key: string): () => void {
  let isStopped = false
  const storage = storageOrNone()
  const stop = persistQueryClientSubscribe(
    optionsOf(queryClient, key, storage && { ...storageReading(storage), setItem }),
  )
  // A write that was put off must not come after the sign-out that dropped it.
  function setItem(name: string, value: string) {
    if (!isStopped) storage?.setItem(name, value)
  }
  return () => {
    isStopped = true
    stop()
  }
}

/** Keeps the marked queries as they are now, under another user's or fleet's key. */
export async function saveQueries(queryClient: QueryClient, key: string): Promise<void> {
  await persistQueryClientSave(optionsOf(queryClient, key))
  await new Promise((resolve) => setTimeout(resolve, 2 * THROTTLE_MS))
}

/** Forgets what a user left: at sign-out. */
export function dropQueries(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Blocked storage holds nothing to forget.
  }
}

type QueryStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>

function optionsOf(
  queryClient: QueryClient,
  key: string,
  storage: QueryStorage | undefined = storageOrNone(),
) {
  return {
    queryClient,
    persister: createSyncStoragePersister({
      storage,
      key,
      throttleTime: THROTTLE_MS,
      serialize: serializeKeepingData,
    }),
    // A phone may lie in a drawer for a season and must still open.
    maxAge: Number.POSITIVE_INFINITY,
    buster: STORAGE_VERSION,
    dehydrateOptions: {
      shouldDehydrateQuery: (query: Query) => query.meta?.persist === true && query.state.data !== undefined,
      shouldDehydrateMutation: () => false,
    },
  }
}

/** A refresh that failed for want of signal takes nothing away from what was known before. */
function serializeKeepingData({ clientState, ...rest }: PersistedClient): string {
  const queries = clientState.queries.map((query) => ({
    ...query,
    state: { ...query.state, status: 'success', error: null, fetchFailureReason: null },
  }))
  return JSON.stringify({ ...rest, clientState: { ...clientState, queries } })
}

function storageReading(storage: Storage) {
  return {
    getItem: (name: string) => storage.getItem(name),
    removeItem: (name: string) => storage.removeItem(name),
  }
}

function storageOrNone(): Storage | undefined {
  try {
    return localStorage
  } catch {
    return undefined
  }
}
