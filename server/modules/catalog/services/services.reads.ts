import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { Language } from '#contract/core/fields.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { positionName } from '#server/texts/position-names.ts'

/** Fields computed from the row and the language. */
type ComputedField = 'name' | 'positionOptions' | 'service_options'

/** Returns all service definitions, which all fleets share, by name in the language. */
export async function readServiceDefinitions(
  db: Queryable,
  language: Language,
): Promise<ServiceDefinition[]> {
  const rows = await db.query<Omit<ServiceDefinition, ComputedField>>(sql`
    select sd.id, sd.name_en, sd.name_fr, sd.positions, sd.support_medium_and_heavy_duty_vehicles,
      sd.is_medium_heavy_only, sd.typical_price,
      json_build_object('light', coalesce(l.percent, 0), 'medium_heavy', coalesce(h.percent, 0)) as demand
    from service_definitions sd
      left join service_demand l on l.service_definition_id = sd.id and l.vehicle_type_id = 'light'
      left join service_demand h on h.service_definition_id = sd.id and h.vehicle_type_id = 'medium_heavy'`)
  return rows
    .map((row) => ({
      ...row,
      name: language === 'fr' ? row.name_fr : row.name_en,
      positionOptions: row.positions.map((position) => positionOption(position, language)),
      service_options: row.positions.length > 0 ? ['position' as const] : [],
    }))
    .sort((a, b) => a.name.localeCompare(b.name, language) || a.id - b.id)
}

/** A position with its label in the app. */
function positionOption(position: string, language: Language) {
  const names = {
    name_en: positionName(position, 'en'),
    name_fr: positionName(position, 'fr'),
  }
  return { position, name: language === 'fr' ? names.name_fr : names.name_en, ...names }
}

/** Returns the positions of service definitions, by id; unknown ids are missing. */
export async function readPositions(
  db: Queryable,
  ids: readonly number[],
): Promise<Map<number, { positions: string[] }>> {
  const rows = await db.query<{ id: number; positions: string[] }>(
    sql`select id, positions from service_definitions where id = any(${ids}::bigint[])`,
  )
  return new Map(rows.map((row) => [row.id, row]))
}
