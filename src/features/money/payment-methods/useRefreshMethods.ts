import { useQueryClient } from '@tanstack/react-query'
import { methodsQuery } from './payment-methods.queries.ts'

/** Reloads the fleet's payment methods after a change or a rejection. */
export function useRefreshMethods(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: methodsQuery().queryKey })
}
