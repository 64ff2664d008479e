import { useQueryClient } from '@tanstack/react-query'
import { methodsQuery } from './payment-methods.queries.ts'

/** Loads the fleet's payment methods again, after a change or a refusal. */
export function useRefreshMethods(): () => Promise<void> {
  const client = useQueryClient()
  return () => client.invalidateQueries({ queryKey: methodsQuery().queryKey })
}
