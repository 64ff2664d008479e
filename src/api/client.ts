import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { createTanstackQueryUtils } from '@orpc/tanstack-query'
import { type Contract, contract } from '#contract/contract.ts'
import { brandOfPage } from '#src/brand/page-brand.ts'
import { send } from './send.ts'

let brandKey: string | undefined

const link = new OpenAPILink(contract, {
  // The API lives on the page's own host (API-004); the contract's paths bear their prefix (API-006).
  url: () => location.origin,
  // App-Name also proves that a write comes from the app and not from a foreign page (API-010, API-011).
  headers: () => {
    brandKey ??= brandOfPage().key
    return { accept: 'application/json', 'app-name': brandKey }
  },
  fetch: send,
})

/** Every call of the contract, typed: `api.vehicles.list({ page: 1 })`. Failures are `ApiFailure`. */
export const api: ContractRouterClient<Contract> = createORPCClient(link)

/** The same calls for TanStack Query: `queries.vehicles.list.queryOptions({ input })`, `.key()`, `.mutationOptions()`. */
export const queries = createTanstackQueryUtils(api)
