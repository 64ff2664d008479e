import { createSyncStoragePersister } from '@tanstack/query-sync-storage-persister'
import type { Query, QueryClient } from '@tanstack/react-query'
import {
  type PersistedClient,
  persistQueryClientRestore,
  persistQueryClientSave,
  persistQueryClientSubscribe,
} from '@tanstack/react-query-persist-client'

/** Increase only when the shape of a persisted response changes: a new version must still start offline. */
const STORAGE_VERSION = '1'
const THROTTLE_MS = 100

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** Persists the query in localStorage (OFF-028). For the few small queries that the shell needs at startup. */
      persist?: boolean
    }
  }
}

/** The localStorage key of one user's persisted queries. */
export const persistenceKey = (user: { userId: number; fleetId: number }) =>
  `queries:${user.fleetId}:${user.userId}`

/**
 * Fills the query client from localStorage, so that the shell renders at once (OFF-028). Unreadable data is deleted and
 * ignored: the app must start, because entries may be waiting to be sent.
 */
export async function restoreQueries(queryClient: QueryClient, key: string): Promise<void> {
  try {
    await persistQueryClientRestore(optionsOf(queryClient, key))
  } catch {
    queryClient.clear()
    dropQueries(key)
  }
}

/** Persists the marked queries in localStorage until the returned function is called. */
export function persistQueries(queryClient: QueryClient, key: string): () => void {
  let isStopped = false
  const storage = storageOrNone()
  const stop = persistQueryClientSubscribe(
    optionsOf(queryClient, key, storage && { ...storageReading(storage), setItem }),
  )
  // A throttled write must not run after the sign-out that deleted the data.
  function setItem(name: string, value: string) {
    if (!isStopped) storage?.setItem(name, value)
  }
  return () => {
    isStopped = true
    stop()
  }
}

/** Stores the current marked queries under another user's or fleet's key. */
export async function saveQueries(queryClient: QueryClient, key: string): Promise<void> {
  await persistQueryClientSave(optionsOf(queryClient, key))
  await new Promise((resolve) => setTimeout(resolve, 2 * THROTTLE_MS))
}

/** Deletes a user's persisted queries at sign-out. */
export function dropQueries(key: string): void {
  try {
    localStorage.removeItem(key)
  } catch {
    // Blocked storage has nothing to delete.
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
    // The app must still open after months without use.
    maxAge: Number.POSITIVE_INFINITY,
    buster: STORAGE_VERSION,
    dehydrateOptions: {
      shouldDehydrateQuery: (query: Query) => query.meta?.persist === true && query.state.data !== undefined,
      shouldDehydrateMutation: () => false,
    },
  }
}

/** A failed refresh keeps the data that was loaded before. */
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
