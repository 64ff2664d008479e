import { type ApiFailure, toFailure } from '#src/api/failure.ts'
import { useOnline } from './useOnline.ts'

/** What a list shows instead of rows that could not be loaded (`ListStates`). */
export interface ListFailure {
  failure: Pick<ApiFailure, 'code' | 'messages' | 'retryAfter'> | undefined
  onRetry: () => void
}

export interface ListQuery {
  data: unknown
  error: Error | null
  refetch: () => unknown
}

/** Why a server list is missing or outdated: the call failed, or there is no connection. */
export function useListFailure({ data, error, refetch }: ListQuery): ListFailure {
  const isOnline = useOnline()
  const isMissing = data === undefined && !isOnline
  return {
    failure: error ? toFailure(error) : isMissing ? NO_CONNECTION : undefined,
    onRetry: () => void refetch(),
  }
}

export const NO_CONNECTION = { code: 'network', messages: [], retryAfter: undefined } as const satisfies {
  code: ApiFailure['code']
  messages: never[]
  retryAfter: undefined
}
