import type { PriceEstimate } from '#contract/catalog/services.ts'
import type { RequestState } from './useRequest.ts'

interface Pricing {
  prices: Pick<RequestState['prices'], 'data' | 'isPlaceholderData'>
}

/** Returns prices by service; empty while they are loading again. */
export function pricesOf({ prices }: Pricing): ReadonlyMap<number, readonly PriceEstimate[]> {
  const services = prices.isPlaceholderData ? [] : prices.data?.services
  return new Map(services?.map(({ id, price_estimates }) => [id, price_estimates]))
}
