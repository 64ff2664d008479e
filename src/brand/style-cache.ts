import createCache from '@emotion/cache'
import { cspNonce } from '#src/lib/nonce.ts'

export const STYLE_KEY = 'wb'

const rules: string[] = []

/** The rules inserted by components, as written. The browser's own copy loses values: `padding: var(…)` beside `padding-top`. */
export const insertedRules: readonly string[] = rules

/** Creates the cache of the components' styles, with this page's nonce. */
export function createStyleCache() {
  const nonce = cspNonce()
  const cache = createCache({ key: STYLE_KEY, ...(nonce && { nonce }) })
  const insert = cache.sheet.insert.bind(cache.sheet)
  cache.sheet.insert = (rule) => {
    rules.push(rule)
    insert(rule)
  }
  return cache
}
