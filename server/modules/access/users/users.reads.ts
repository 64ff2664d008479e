import type { ListedUser, USER_SORTS, User } from '#contract/access/users.ts'
import { DOCUMENT_TYPES, type DocumentType, isFmc } from '#domain/access/permissions.ts'
import { EMAIL_NOTIFICATIONS, TEXT_NOTIFICATIONS } from '#domain/access/preferences-rules.ts'
import type { UserContext } from '#domain/access/user-rules.ts'
import { EXPIRY_WARNING_DAYS } from '#domain/core/limits.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { hasUsableMethod } from '../../money/payment-methods/usable-method.reads.ts'
import { fmcRoles, listedUser, visibleUser } from './user-scope.ts'
import { matchesUserSearch } from './user-search.ts'

type ListedRow = Omit<ListedUser, 'documents' | 'isFMC'>
type UserRow = ListedRow &
  Omit<User, keyof ListedUser | 'vehicle_ids' | 'approvalFleetIds' | 'approval_fleet_ids' | 'affiliationId'>

const listed = sql`u.id, u.fleet_id, u.first_name as "firstName", u.last_name as "lastName", u.name, u.email, u.cell_phone as "cellPhone",
  u.language, u.roles, u.is_active, u.other_id, u.rev,
  (select coalesce(json_agg(json_build_object('id', v.id,
      'name', coalesce(nullif(v.display_name, ''), v.license_plate_number, v.vin, '#' || v.id)) order by v.display_name, v.id), '[]')
    from vehicle_drivers d join vehicles v on v.id = d.vehicle_id
    where d.user_id = u.id and d.fleet_id = u.fleet_id) as vehicles,
  (select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name) order by f.name, f.id), '[]')
    from user_approval_fleets a join fleets f on f.id = a.fleet_id and f.deleted_at is null
    where a.user_id = u.id) as approval_fleets,
  case when u.password_hash is not null then null
    when exists (select from password_resets r where r.user_id = u.id and r.purpose = 'invitation' and r.expires_at > now())
    then 'pending' else 'expired' end as invitation`

/** Sort orders, each from an index: users_by_name (users_fmc), users_by_email. */
export const ORDER: Record<(typeof USER_SORTS)[number], Query> = {
  name: sql`u.name, u.id`,
  '-name': sql`u.name desc, u.id desc`,
  email: sql`u.email, u.id`,
  '-email': sql`u.email desc, u.id desc`,
}

/** Returns users as lists show them. `rest` follows `from users u where`: conditions, order, limit. */
export async function readListed(db: Queryable, today: string, rest: Query): Promise<ListedUser[]> {
  const rows = await db.query<ListedRow>(sql`select ${listed} from users u where ${rest}`)
  return withDocuments(db, today, rows)
}

/** Returns those users as lists show them, in order. */
export const readListedById = (
  db: Queryable,
  today: string,
  ids: readonly number[],
  sort: keyof typeof ORDER,
): Promise<ListedUser[]> =>
  readListed(db, today, sql`u.id = any(${[...ids]}::bigint[]) order by ${ORDER[sort]}`)

/** Returns a complete user of a fleet, if they are in a list that the actor may see. */
export async function readVisible(
  db: Queryable,
  actor: Actor,
  today: string,
  { id, fleetId }: { id: number; fleetId: number },
): Promise<User | undefined> {
  const where = sql`u.id = ${id} and u.fleet_id = ${fleetId} and ${visibleUser(actor)}`
  return (await readUsers(db, today, where))[0]
}

/** Returns complete users. */
export async function readUsers(db: Queryable, today: string, rest: Query): Promise<User[]> {
  const rows = await db.query<UserRow>(sql`
    select ${listed}, u.country, u.address, u.city, u.state, u.garaging_zip, coalesce(u.zip, f.zip) as zip,
      coalesce(f.car_count, (select count(*) from vehicles v where v.fleet_id = f.id and v.is_active))::int as "vehiclesTotal",
      (select count(*) from fleets x where x.deleted_at is null and (x.id = u.fleet_id
        or (u.roles && ${fmcRoles} and x.affiliation_id = u.affiliation_id)
        or x.account_id in (select ua.account_id from user_accounts ua join accounts a on a.id = ua.account_id and a.is_active
          where ua.user_id = u.id)))::int as total_fleet_number,
      u.affiliation_id, u.email_notifications as email_notification_preferences,
      u.text_notifications as text_notification_preferences,
      (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name, 'is_active', a.is_active,
          'enrolled', a.enrolled) order by a.name, a.id), '[]')
        from user_accounts ua join accounts a on a.id = ua.account_id where ua.user_id = u.id) as user_accounts,
      (select coalesce(json_agg(json_build_object('id', o.id, 'name', o.name) order by o.name, o.id), '[]')
        from user_accounts ua join accounts a on a.id = ua.account_id and a.is_active
          join fleets o on o.account_id = a.id and o.deleted_at is null where ua.user_id = u.id) as user_account_fleets,
      p.id as payment_id, ${hasUsableMethod(sql`u.fleet_id`)} as has_payment_method,
      f.pays_through_platform, f.payment_providers as fleet_payment_providers, f.fuel_card_account_number
    from users u join fleets f on f.id = u.fleet_id
      left join lateral (select m.id from payment_methods m where m.fleet_id = u.fleet_id and m.owner_id = u.id and m.removed_at is null
        order by m.is_default desc, m.id limit 1) p on true
    where ${rest}`)
  const users = await withDocuments(db, today, rows)
  return users.map((user) => ({
    ...user,
    affiliationId: user.affiliation_id,
    vehicle_ids: user.vehicles.map(({ id }) => id),
    approvalFleetIds: user.approval_fleets.map(({ id }) => id),
    approval_fleet_ids: user.approval_fleets.map(({ id }) => id),
    email_notification_preferences: { ...EMAIL_NOTIFICATIONS, ...user.email_notification_preferences },
    text_notification_preferences: { ...TEXT_NOTIFICATIONS, ...user.text_notification_preferences },
  }))
}

interface UserSlice {
  sort: keyof typeof ORDER
  per_page: number
  offset: number
}
interface UserIds {
  ids: number[]
  total: number
}

export interface UserListQuery {
  search?: string | undefined
  is_active?: boolean | undefined
  sort: keyof typeof ORDER
  page: number
  per_page: number
}

/** Returns the ids of one page of the actor's list that match, and the total. */
export function findListed(
  db: Queryable,
  { actor, context }: { actor: Actor; context: UserContext },
  query: UserListQuery,
): Promise<UserIds> {
  let where = listedUser(actor, context)
  if (query.is_active !== undefined) where = sql`${where} and u.is_active = ${query.is_active}`
  if (query.search) where = sql`${where} and ${matchesUserSearch(actor, query.search)}`
  const page = { sort: query.sort, per_page: query.per_page, offset: (query.page - 1) * query.per_page }
  // A search runs once for page and total; without one, the page comes from an index.
  return query.search ? findPage(db, where, page) : readPage(db, where, page)
}

/** Returns the ids of one page and the total. */
export async function readPage(db: Queryable, where: Query, page: UserSlice): Promise<UserIds> {
  const [total, rows] = await Promise.all([
    countUsers(db, where),
    db.query<{ id: number }>(sql`select u.id from users u where ${where} ${placed(page)}`),
  ])
  return { ids: rows.map(({ id }) => id), total }
}

/** The same in one query, for searches, where finding the rows is the expensive part. */
export async function findPage(db: Queryable, where: Query, page: UserSlice): Promise<UserIds> {
  const rows = await db.query<{ id: number; total: number }>(
    sql`select u.id, count(*) over () as total from users u where ${where} ${placed(page)}`,
  )
  const isBehindAll = rows.length === 0 && page.offset > 0
  return {
    ids: rows.map(({ id }) => id),
    total: isBehindAll ? await countUsers(db, where) : (rows[0]?.total ?? 0),
  }
}

const placed = ({ sort, per_page, offset }: UserSlice) =>
  sql`order by ${ORDER[sort]} limit ${per_page} offset ${offset}`

async function countUsers(db: Queryable, where: Query): Promise<number> {
  const [row] = await db.query<{ n: number }>(sql`select count(*) as n from users u where ${where}`)
  return row?.n ?? 0
}

interface DocumentStateRow {
  user_id: number
  type: DocumentType
  is_expiring: boolean
}

/** Adds the state of the documents of each user's vehicles (GLV-017 to GLV-019); index glovebox_items_vehicle. */
async function withDocuments<Row extends ListedRow>(
  db: Queryable,
  today: string,
  rows: readonly Row[],
): Promise<(Row & Pick<ListedUser, 'documents' | 'isFMC'>)[]> {
  const looks = await db.query<DocumentStateRow>(sql`
    select d.user_id, g.document_type as type,
      coalesce(bool_or(g.expiration_date - ${today}::date < ${EXPIRY_WARNING_DAYS}::int), false) as is_expiring
    from vehicle_drivers d join glovebox_items g on g.vehicle_id = d.vehicle_id and g.deleted_at is null
    where d.user_id = any(${rows.map(({ id }) => id)}::bigint[]) group by 1, 2`)
  const byUser = Map.groupBy(looks, (look) => look.user_id)
  const lookOf = (id: number, type: DocumentType) => {
    const look = byUser.get(id)?.find((document) => document.type === type)
    if (!look) return 'missing'
    return look.is_expiring ? 'expiring' : 'active'
  }
  return rows.map((row) => ({
    ...row,
    isFMC: isFmc(row),
    documents: Object.fromEntries(
      DOCUMENT_TYPES.map((type) => [type, lookOf(row.id, type)]),
    ) as ListedUser['documents'],
  }))
}
