import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { type ApiFailure, isTransient, toFailure } from './failure.ts'

const retries = 2
const MAX_WAIT_SECONDS = 30

/**
 * Creates the query client. Data stays fresh for 30 seconds. Only transient failures are retried, without a message.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache(),
    mutationCache: new MutationCache(),
    defaultOptions: {
      queries: {
        // The first attempt ignores the browser's connection state, which is often wrong.
        networkMode: 'offlineFirst',
        staleTime: 30_000,
        gcTime: 30 * 60_000,
        // Offline, a paused retry would show a loading state forever. Fail at once instead: the query runs again when
        // the connection returns.
        retry: (count, error) => count < retries && !isOffline() && isWorthRetrying(toFailure(error)),
        retryDelay: (count, error) => (toFailure(error).retryAfter ?? 2 ** count) * 1000,
      },
      mutations: {
        // Writes that can wait go to the outbox. Others fail at once and show the failure (interface rule 3).
        networkMode: 'always',
        retry: false,
      },
    },
  })
}

/** Checks whether to retry behind the loading state. Not if the server asks for a wait of minutes. */
const isWorthRetrying = (failure: ApiFailure) =>
  isTransient(failure) && (failure.retryAfter ?? 0) <= MAX_WAIT_SECONDS

/** Whether the browser reports that it is offline. Other environments have no such property. */
const isOffline = () => navigator.onLine === false
