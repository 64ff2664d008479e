import type { Services } from './context.ts'

/** Joins the routes of all nouns; the names are those of contract/contract.ts. */
export function router(_services: Services) {
  return {}
}
