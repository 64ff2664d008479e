import type { ManualHistoryInput } from '#contract/maintenance/history.ts'
import { normalizeZip } from '#domain/core/zip.ts'

/** A history entry in its stored form; missing values are null. */
export interface HistoryContent {
  vehicle_id: number
  shop_id: number | null
  custom_shop_name: string | null
  zip: string | null
  po_number: string | null
  customer_comments: string | null
  odometer: number
  date_of_completion: string
  services: ServiceLine[]
}
export interface ServiceLine {
  service_definition_id: number
  price: string
  position: string | null
  /** In the fleet's unit. */
  service_distance: number | null
}

/** Normalizes the input: '129.9' becomes '129.90', 'a1a1a1' becomes 'A1A 1A1'. */
export function historyContent(input: ManualHistoryInput): HistoryContent {
  return {
    vehicle_id: input.vehicle_id,
    shop_id: input.shop_id ?? null,
    custom_shop_name: input.custom_shop_name ?? null,
    zip: input.zip === undefined ? null : normalizeZip(input.zip),
    po_number: input.po_number ?? null,
    customer_comments: input.customer_comments ?? null,
    odometer: input.odometer,
    date_of_completion: input.date_of_completion,
    services: input.vehicle_services.map((line) => ({
      service_definition_id: line.service_definition_id,
      price: normalizePrice(line.price),
      position: line.position ?? null,
      service_distance: line.service_miles ?? line.service_kilometers ?? null,
    })),
  }
}

/** Converts '7' and '07.5' to '7.00' and '7.50' as text, never through a float (ruling 18). */
function normalizePrice(price: string): string {
  const [whole = '0', cents = ''] = price.split('.')
  return `${whole.replace(/^0+(?=\d)/, '')}.${cents.padEnd(2, '0')}`
}
