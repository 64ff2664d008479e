import type { PriceEstimate } from '#contract/catalog/services.ts'
import type { RequestState } from './useRequest.ts'

/** Prices by service; none while they are asked for anew. */
export function pricesOf({ prices }: RequestState): ReadonlyMap<number, readonly PriceEstimate[]> {
  return new Map(prices.data?.services.map(({ id, price_estimates }) => [id, price_estimates]))
}
