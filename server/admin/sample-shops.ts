import { csvLine } from '#domain/core/csv/csv-cell.ts'
import { createShops } from '../db/seed/fleet/shops.ts'
import { SHOP_COLUMNS } from '../modules/catalog/shops/shop-import.service.ts'

/** Returns the fictional shops of the demo world in the shop import format. */
export function sampleShops(): string {
  const lines = createShops().map((shop) => {
    const cells: Record<string, unknown> = { ...shop, open_days: shop.open_days.join('') }
    return SHOP_COLUMNS.map((column) => String(cells[column] ?? ''))
  })
  return [SHOP_COLUMNS, ...lines].map((cells) => csvLine(cells, 'en')).join('')
}
