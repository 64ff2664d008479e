import type { Language } from '#contract/core/fields.ts'
import type { MaintenancePolicy, PolicyInput } from '#contract/maintenance/policies.ts'
import type { Queryable, Transaction } from '#server/db/database.ts'
import { type Query, sql } from '#server/db/sql.ts'
import { isApprover, isDriverOnly } from './policies.reads.ts'
import type { PolicyNames } from './policy-differences.ts'

/** Index maintenance_policies_fleet. */
const read = (db: Queryable, condition: Query) =>
  db.query<MaintenancePolicy>(sql`
    select p.id, p.rev, p.fleet_id, p.amount, p.service_definition_ids, p.user_ids, p.vehicle_ids, p.all_vehicles,
      p.auto_approvable,
      coalesce((select json_agg(json_build_object('id', u.id, 'name', u.first_name || ' ' || u.last_name,
          'is_active', u.is_active, 'can_approve', ${isApprover} and (not ${isDriverOnly} or exists (
            select from vehicle_drivers d where d.user_id = u.id and d.fleet_id = p.fleet_id
              and (p.all_vehicles or d.vehicle_id = any(p.vehicle_ids))))) order by u.first_name, u.last_name, u.id)
        from users u where u.id = any(p.user_ids) and u.fleet_id = p.fleet_id), '[]') as users
    from maintenance_policies p where ${condition} order by p.amount, p.id`)

export const policiesRepository = {
  list: (db: Queryable, fleetId: number) => read(db, sql`p.fleet_id = ${fleetId}`),

  async find(db: Queryable, fleetId: number, id: number): Promise<MaintenancePolicy | undefined> {
    return (await read(db, sql`p.fleet_id = ${fleetId} and p.id = ${id}`))[0]
  },

  /** Serializes concurrent policy changes of a fleet. */
  async hold(tx: Transaction, fleetId: number): Promise<void> {
    await tx.query(
      sql`select pg_advisory_xact_lock(hashtextextended(${`maintenance_policies ${fleetId}`}, 0))`,
    )
  },

  async insert(tx: Transaction, fleetId: number, policy: PolicyInput): Promise<number> {
    const [row] = await tx.query<{ id: number }>(sql`
      insert into maintenance_policies (fleet_id, amount, service_definition_ids, user_ids, vehicle_ids, all_vehicles,
        auto_approvable)
      values (${fleetId}, ${policy.amount}, ${policy.service_definition_ids}::bigint[], ${policy.user_ids}::bigint[],
        ${policy.vehicle_ids}::bigint[], ${policy.all_vehicles}, ${policy.auto_approvable}) returning id`)
    if (!row) throw new Error('No policy was inserted.')
    return row.id
  },

  async update(tx: Transaction, fleetId: number, id: number, policy: PolicyInput): Promise<void> {
    await tx.query(sql`
      update maintenance_policies set amount = ${policy.amount},
        service_definition_ids = ${policy.service_definition_ids}::bigint[], user_ids = ${policy.user_ids}::bigint[],
        vehicle_ids = ${policy.vehicle_ids}::bigint[], all_vehicles = ${policy.all_vehicles},
        auto_approvable = ${policy.auto_approvable}, rev = rev + 1
      where fleet_id = ${fleetId} and id = ${id}`)
  },

  async remove(tx: Transaction, fleetId: number, id: number): Promise<void> {
    await tx.query(sql`delete from maintenance_policies where fleet_id = ${fleetId} and id = ${id}`)
  },

  /** Names of its vehicles and services in a language. Index: their primary keys. */
  async names(
    db: Queryable,
    policy: Pick<MaintenancePolicy, 'fleet_id' | 'vehicle_ids' | 'service_definition_ids'>,
    language: Language,
  ): Promise<PolicyNames> {
    const name = language === 'fr' ? sql`name_fr` : sql`name_en`
    const [row] = await db.query<PolicyNames>(sql`
      select array(select display_name from vehicles
          where fleet_id = ${policy.fleet_id} and id = any(${policy.vehicle_ids}::bigint[]) order by id) as vehicles,
        array(select ${name} from service_definitions
          where id = any(${policy.service_definition_ids}::bigint[]) order by id) as services`)
    return row ?? { vehicles: [], services: [] }
  },

  /**
   * Counts how many of the ids are users and vehicles of the fleet, and locks the vehicles. One that leaves the fleet or is
   * deleted at the same time is no longer counted, or is removed from the policy after its commit. Index: their primary
   * keys.
   */
  async lockKnown(
    tx: Transaction,
    fleetId: number,
    userIds: readonly number[],
    vehicleIds: readonly number[],
  ) {
    const users = await tx.query(sql`
      select from users where fleet_id = ${fleetId} and id = any(${userIds}::bigint[]) and deleted_at is null`)
    const vehicles = await tx.query(sql`
      select from vehicles where fleet_id = ${fleetId} and id = any(${vehicleIds}::bigint[]) order by id for key share`)
    return { users: users.length, vehicles: vehicles.length }
  },
}
