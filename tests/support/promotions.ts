import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

let count = 0

/** Inserts a promotion, bypassing all rules. Default: for all fleets. Its French name ends with '(fr)'. */
export async function aPromotion(
  db: Queryable,
  given: {
    name?: string
    percentOff?: number
    amountOff?: number
    minimum?: number
    isListed?: boolean
    isActive?: boolean
    startsOn?: string
    endsOn?: string
    country?: 'US' | 'CA'
    brand?: string
    affiliationId?: number
  } = {},
): Promise<{ id: number; code: string; name: string }> {
  const tag = `${Date.now().toString(36)}${++count}`.toUpperCase()
  const name = given.name ?? `Promotion ${tag}`
  const [row] = await db.query<{ id: number; code: string }>(sql`
    insert into promotions (code, name_en, name_fr, description_en, description_fr, percent_off, amount_off, minimum,
      is_listed, is_active, starts_on, ends_on, country, brand, affiliation_id)
    values (${`CODE-${tag}`}, ${name}, ${`${name} (fr)`}, ${`About ${name}`}, ${`De ${name}`},
      ${given.percentOff ?? null}, ${given.amountOff ?? null}, ${given.minimum ?? 0}, ${given.isListed ?? true},
      ${given.isActive ?? true}, ${given.startsOn ?? null}, ${given.endsOn ?? null},
      ${given.country ?? (given.amountOff === undefined ? null : 'US')}, ${given.brand ?? null},
      ${given.affiliationId ?? null}) returning id, code`)
  if (!row) throw new Error('No promotion was made.')
  return { ...row, name }
}
