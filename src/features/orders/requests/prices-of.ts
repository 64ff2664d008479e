import type { PriceEstimate } from '#contract/catalog/services.ts'
import type { RequestState } from './useRequest.ts'

/** Returns prices by service; empty while they are loading again. */
export function pricesOf({ prices }: RequestState): ReadonlyMap<number, readonly PriceEstimate[]> {
  return new Map(prices.data?.services.map(({ id, price_estimates }) => [id, price_estimates]))
}
