import type { Role } from '#contract/core/permissions.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'

export interface UserRow {
  id: number
  email: string
  first_name: string
  last_name: string
  cell_phone: string | null
  language: 'en' | 'fr'
  country: 'US' | 'CA'
  roles: Role[]
  affiliation_id: number | null
  vehicle_ids: number[]
}

export interface FleetRow {
  id: number
  name: string
  country: 'US' | 'CA'
  time_zone: string
  brand: string
  flags: Record<string, boolean>
  affiliation_id: number | null
  affiliation_parent_id: number | null
}

export async function findUser(db: Queryable, userId: number, fleetId: number): Promise<UserRow | null> {
  const [user] = await db.query<UserRow>(sql`
    select id, email, first_name, last_name, cell_phone, language, country, roles, affiliation_id,
      array(select vehicle_id from vehicle_drivers d where d.user_id = u.id and d.fleet_id = ${fleetId} order by 1) as vehicle_ids
    from users u where id = ${userId}`)
  return user ?? null
}

export async function findFleet(db: Queryable, fleetId: number): Promise<FleetRow | null> {
  const [fleet] = await db.query<FleetRow>(sql`
    select f.id, f.name, f.country, f.time_zone, f.brand, f.flags, f.affiliation_id, a.parent_id as affiliation_parent_id
    from fleets f left join affiliations a on a.id = f.affiliation_id where f.id = ${fleetId}`)
  return fleet ?? null
}

export async function updateLanguage(db: Queryable, userId: number, language: 'en' | 'fr') {
  await db.query(sql`update users set language = ${language} where id = ${userId}`)
}
