import type { Services } from './context.ts'
import { accountRoutes } from './modules/access/account/account.routes.ts'
import { sessionRoutes } from './modules/access/session/session.routes.ts'

/** Joins the routes of all nouns; the names are those of contract/contract.ts. */
export function router(services: Services) {
  return {
    session: sessionRoutes(services.session),
    account: accountRoutes(services.account),
  }
}
