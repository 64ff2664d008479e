import type { Fleet } from '#contract/access/fleet.ts'
import type { PaymentType } from '#contract/fmc/fleet-fields.ts'
import { can } from '#domain/access/permissions.ts'
import type { Actor } from '#server/actor.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { sql } from '#server/db/sql.ts'
import { isDoneOrder } from '#server/modules/orders/orders/orders.reads.ts'
import { ADDRESS } from '../../fmc/fleets/fleets.reads.ts'
import { visibleVehicle } from '../../vehicles/vehicles/vehicle-scope.ts'

type Provider = 'Braintree' | 'WEX' | 'Fleetcor'

/** Fields of a fleet that sessions do not include. */
interface FleetDetailsRow {
  fleet_payment_providers: Provider[]
  root_reference_id: string | null
  pays_through_platform: boolean
  telematics_database: string | null
  renders_active_orders: boolean
  ytd_maintenance_cost: string
  cost_per_mile: string | null
  region: string | null
  rep: string | null
  other_id: string | null
  fleet_payment_type: PaymentType | null
  share_wex_number: boolean
  subscribed_from: string | null
  address: Fleet['address']
  created_at: string
  rev: number
}

export async function findDetails(
  db: Queryable,
  actor: Actor,
  fleetId: number,
): Promise<FleetDetailsRow | null> {
  const isVisible = visibleVehicle({ ...actor, fleet: { ...actor.fleet, id: fleetId } })
  // The cost of orders stays in the fleet when their vehicle leaves (decision 57).
  const ofFormerVehicles = can(actor, 'vehicles.readAll')
    ? sql`(select coalesce(sum(o.total), 0) from shop_orders o
        where o.fleet_id = f.id and o.vehicle_has_left and ${isDoneOrder}
          and o.effective_at >= date_trunc('year', now() at time zone f.time_zone) at time zone f.time_zone)`
    : sql`0`
  const [fleet] = await db.query<FleetDetailsRow>(sql`
    select f.payment_providers as fleet_payment_providers, f.root_reference_id, f.pays_through_platform,
      f.telematics_database, coalesce((f.flags ->> 'renders_active_orders')::boolean, false) as renders_active_orders,
      c.cost as ytd_maintenance_cost, c.per_mile as cost_per_mile, f.region, f.rep, f.other_id, f.fleet_payment_type,
      f.share_wex_number, to_char(f.subscribed_from, 'YYYY-MM-DD') as subscribed_from, ${ADDRESS} as address, f.created_at, f.rev
    from fleets f cross join lateral (
      select (coalesce(sum(v.ytd_maintenance_cost), 0.00) + ${ofFormerVehicles})::text as cost,
        round(avg(v.cost_per_mile) filter (where v.is_active), 4)::text as per_mile
      from vehicles v where ${isVisible}) c
    where f.id = ${fleetId}`)
  return fleet ?? null
}

/**
 * If the name differs in more than its case, clears the devices of the fleet's vehicles and deletes their data, because
 * each database numbers its devices itself, and ends open synchronizations. False: a fleet outside the affiliation
 * already has this database; index fleets_telematics.
 */
export async function setTelematicsDatabase(
  tx: Transaction,
  fleetId: number,
  name: string | null,
): Promise<boolean> {
  // Serializes concurrent requests for the same name, so that the second one sees the first.
  if (name !== null)
    await tx.query(
      sql`select pg_advisory_xact_lock(hashtextextended(lower(${`telematics_database ${name}`}::text), 0))`,
    )
  const [row] = await tx.query<{ has_other_devices: boolean }>(sql`
    with former as (select telematics_database as name from fleets where id = ${fleetId} for update)
    update fleets f set telematics_database = ${name} from former where f.id = ${fleetId} and not exists (
      select from fleets o where o.id <> f.id and lower(o.telematics_database) = lower(${name}::text)
        and (o.affiliation_id is null or o.affiliation_id is distinct from f.affiliation_id))
    returning former.name is not null and lower(former.name) is distinct from lower(${name}::text) as has_other_devices`)
  if (row?.has_other_devices) {
    await tx.query(sql`
      update telematics_sync_events set status = 'failed', failure = 'interrupted', finished_at = now()
      where fleet_id = ${fleetId} and status in ('queued', 'running')`)
    await tx.query(sql`
      with changed as (
        update vehicles set geotab_device_id = null, rev = rev + 1, updated_at = now()
        where fleet_id = ${fleetId} and geotab_device_id is not null returning id)
      delete from telematics_snapshots t using changed c where t.fleet_id = ${fleetId} and t.vehicle_id = c.id`)
  }
  return row !== undefined
}

/** An active account of the user with its fleets by name; null if it is not the user's. */
export async function findAccountFleets(db: Queryable, userId: number, accountId: number) {
  const rows = await db.query<{ id: number | null; name: string }>(sql`
    select f.id, f.name from user_accounts ua join accounts a on a.id = ua.account_id and a.is_active
      left join fleets f on f.account_id = a.id and f.deleted_at is null
    where ua.user_id = ${userId} and ua.account_id = ${accountId} order by f.name, f.id`)
  if (rows.length === 0) return null
  return rows.flatMap(({ id, name }) => (id === null ? [] : [{ id, name }]))
}

/** Returns whether a new fleet of this affiliation could not have the name. The same rule as in `setTelematicsDatabase`. */
export async function isTelematicsNameTaken(
  db: Queryable,
  affiliationId: number | null,
  name: string,
): Promise<boolean> {
  const others = await db.query(sql`
    select from fleets where lower(telematics_database) = lower(${name}::text)
      and (affiliation_id is null or affiliation_id is distinct from ${affiliationId}::bigint) limit 1`)
  return others.length > 0
}
