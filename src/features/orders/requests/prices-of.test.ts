import { expect, it } from 'vitest'
import { pricesOf } from './prices-of.ts'
import type { RequestState } from './useRequest.ts'

const prices = (isPlaceholderData: boolean) => ({
  isPlaceholderData,
  data: { services: [{ id: 1, price_estimates: [] }] } as unknown as RequestState['prices']['data'],
})

it('never shows the prices of the previous shop or vehicle while those of the new one are loading', () => {
  expect([...pricesOf({ prices: prices(false) }).keys()]).toEqual([1])
  expect([...pricesOf({ prices: prices(true) }).keys()]).toEqual([])
})
