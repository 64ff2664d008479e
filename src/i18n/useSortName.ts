import type { OrderSort } from '#contract/orders/orders.ts'
import { useTexts } from './useTexts.ts'

/** Returns the names of the sort orders of service lists. Load the namespace `orders` with the screen. */
export function useSortName(): (sort: OrderSort) => string {
  const t = useTexts('orders')
  return (sort) =>
    sort.startsWith('-')
      ? t(`orders:sort.down.${sort.slice(1) as 'date'}`)
      : t(`orders:sort.up.${sort as 'date'}`)
}
