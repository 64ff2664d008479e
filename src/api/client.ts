import { createORPCClient, DynamicLink } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import type { Contract } from '#contract/contract.ts'
import type { CallContext } from './call-context.ts'

// The encoder and decoder load with the first call, so the sign-in screen shows without them.
const link = new DynamicLink<CallContext>(async () => (await import('./link.ts')).link)

/** All API calls, typed: `api.vehicles.list({ page: 1 })`. Failures are `ApiFailure`. */
export const api: ContractRouterClient<Contract, CallContext> = createORPCClient(link)

/** The same calls for TanStack Query: `queries.vehicles.list.queryOptions({ input })`, `.key()`, `.mutationOptions()`. */
export const queries = createTanstackQueryUtils(api)
