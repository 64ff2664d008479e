import { moneyText } from '#server/db/seed/core/money.ts'
import type { ServiceDefinitionRow } from '#server/db/seed/core/rows.ts'
import { SERVICES } from '#server/db/seed/tables/service-definitions.ts'

/** Service definitions as rows. */
export function createServices(): ServiceDefinitionRow[] {
  return [...SERVICES.values()].map(({ id, en, fr, cents, duty, positions }) => ({
    id,
    name_en: en,
    name_fr: fr,
    positions: [...positions],
    support_medium_and_heavy_duty_vehicles: duty !== 'light',
    is_medium_heavy_only: duty === 'heavy',
    typical_price: moneyText(cents),
  }))
}
