import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { type ApiFailure, isTransient, toFailure } from './failure.ts'

const retries = 2
/** Seconds. */
const MAX_WAIT_SECONDS = 30

/** The app's query client. Data stays fresh for half a minute; only what may pass is tried again, and quietly. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache(),
    mutationCache: new MutationCache(),
    defaultOptions: {
      queries: {
        // The first attempt goes out whatever the browser believes about its connection: it is often wrong.
        networkMode: 'offlineFirst',
        staleTime: 30_000,
        gcTime: 30 * 60_000,
        // A retry that waits for the connection would wait for ever behind a loading sign; without one the failure
        // is told at once, and the query asks again by itself when the connection is back.
        retry: (count, error) => count < retries && !isOffline() && isWorthRetrying(toFailure(error)),
        retryDelay: (count, error) => (toFailure(error).retryAfter ?? 2 ** count) * 1000,
      },
      mutations: {
        // A write that may wait goes to the outbox; one that may not fails at once and says so (interface rule 3).
        networkMode: 'always',
        retry: false,
      },
    },
  })
}

/** Whether it is worth to wait behind a loading sign: not where the server says that it will take minutes. */
const isWorthRetrying = (failure: ApiFailure) =>
  isTransient(failure) && (failure.retryAfter ?? 0) <= MAX_WAIT_SECONDS

/** A browser that knows that it has no connection; other places know nothing of the kind. */
const isOffline = () => navigator.onLine === false
