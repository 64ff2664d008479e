import type { Account, FleetLink } from '#contract/access/session.ts'
import type { Role } from '#domain/access/permissions.ts'
import type { Queryable } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { hasUsableMethod } from '../../money/payment-methods/usable-method.reads.ts'
import { fmcRoles } from '../users/user-scope.ts'

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
  home_fleet_id: number | null
  user_accounts: Account[]
  user_account_fleets: { id: number; name: string }[]
  payment_id: number | null
  has_payment_method: boolean
  other_id: string | null
  is_active: boolean
  address: string | null
  city: string | null
  state: string | null
  garaging_zip: string | null
  zip: string | null
  vehicles_total: number
  total_fleet_number: number
  approval_fleets: { id: number; name: string }[]
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
  account: Account | null
  fleet_links: FleetLink[]
  pays_through_platform: boolean
  payment_providers: ('Braintree' | 'WEX' | 'Fleetcor')[]
  fuel_card_account_number: string | null
}

/** An account `a` as sent to clients. */
const accountJson = sql`jsonb_build_object('id', a.id, 'name', a.name, 'is_active', a.is_active, 'enrolled', a.enrolled)`

export async function findUser(db: Queryable, userId: number, fleetId: number): Promise<UserRow | null> {
  const [user] = await db.query<UserRow>(sql`
    select u.id, u.email, u.first_name, u.last_name, u.cell_phone, u.language, u.country, u.roles, u.affiliation_id,
      u.fleet_id as home_fleet_id, u.other_id, u.is_active, u.address, u.city, u.state, u.garaging_zip, coalesce(u.zip, h.zip) as zip,
      coalesce(h.car_count, (select coalesce(sum(t.count), 0) from vehicle_tallies t
        where t.fleet_id = u.fleet_id and t.is_active))::int as vehicles_total,
      (select count(*) from fleets x where x.deleted_at is null and (x.id = u.fleet_id
        or (u.roles && ${fmcRoles} and x.affiliation_id = u.affiliation_id)
        or x.account_id in (select ua.account_id from user_accounts ua join accounts a on a.id = ua.account_id and a.is_active
          where ua.user_id = u.id)))::int as total_fleet_number,
      (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name) order by x.name, x.id), '[]')
        from user_approval_fleets af join fleets x on x.id = af.fleet_id and x.deleted_at is null
        where af.user_id = u.id) as approval_fleets,
      array(select vehicle_id from vehicle_drivers d where d.user_id = u.id and d.fleet_id = ${fleetId} order by 1) as vehicle_ids,
      (select coalesce(jsonb_agg(${accountJson} order by a.name, a.id), '[]') from user_accounts ua
        join accounts a on a.id = ua.account_id where ua.user_id = u.id) as user_accounts,
      (select coalesce(jsonb_agg(jsonb_build_object('id', x.id, 'name', x.name) order by x.name, x.id), '[]')
        from user_accounts ua join accounts a on a.id = ua.account_id and a.is_active
          join fleets x on x.account_id = a.id and x.deleted_at is null where ua.user_id = u.id) as user_account_fleets,
      (select m.id from payment_methods m where m.fleet_id = ${fleetId} and m.owner_id = u.id and m.removed_at is null
        order by m.is_default desc, m.id limit 1) as payment_id,
      ${hasUsableMethod(sql`${fleetId}`)} as has_payment_method
    from users u left join fleets h on h.id = u.fleet_id where u.id = ${userId}`)
  return user ?? null
}

export async function findFleet(db: Queryable, fleetId: number): Promise<FleetRow | null> {
  const [fleet] = await db.query<FleetRow>(sql`
    select f.id, f.name, f.country, f.time_zone, f.brand, f.flags, f.affiliation_id, g.parent_id as affiliation_parent_id,
      f.pays_through_platform, f.payment_providers, f.fuel_card_account_number,
      (select ${accountJson} from accounts a where a.id = f.account_id) as account,
      (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'name', l.name, 'description', l.description, 'link', l.link)
        order by l.id), '[]') from fleet_links l where l.fleet_id = f.id) as fleet_links
    from fleets f left join affiliations g on g.id = f.affiliation_id where f.id = ${fleetId}`)
  return fleet ?? null
}

export async function updateLanguage(db: Queryable, userId: number, language: 'en' | 'fr') {
  await db.query(sql`update users set language = ${language} where id = ${userId}`)
}
