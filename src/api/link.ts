import { OpenAPILink } from '@orpc/openapi-client/fetch'
import { contract } from '#contract/contract.ts'
import { brandOfPage } from '#src/brand/page-brand.ts'
import { currentLanguage } from '#src/i18n/i18n.ts'
import { type CallContext, readShownSession } from './call-context.ts'
import { send } from './send.ts'

/** Maps contract calls to HTTP requests. */
export const link = new OpenAPILink<CallContext>(contract, {
  // The API is on the page's own host (API-004). The contract's paths include their prefix (API-006).
  url: () => location.origin,
  // App-Name also proves that a write comes from the app and not from a foreign page (API-010, API-011).
  // Accept-Language follows the screen language, not the account's. Names of services and promotions depend on it.
  // X-Wheelbook-Session: another tab, or a switch whose response was lost, may have moved the session to another fleet.
  headers: ({ context: { key, ifMatch, session = readShownSession() } }) => ({
    accept: 'application/json',
    'accept-language': currentLanguage(),
    'app-name': brandOfPage().key,
    ...(session && { 'x-wheelbook-session': session }),
    ...(key && { 'idempotency-key': key }),
    ...(ifMatch !== undefined && { 'if-match': `"${ifMatch}"` }),
  }),
  fetch: send,
})
