import { randomUUID } from 'node:crypto'
import { ROLES, type Role } from '#domain/access/permissions.ts'
import type { PartnerConfig } from '#server/config/config.ts'
import { sql } from '#server/db/sql.ts'
import { aWorld, nowhere, type Sample, type Target } from '#tests/api/core/samples.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer } from '#tests/support/server.ts'
import { aVin, LAST_8, opened } from '#tests/support/shop-links.ts'
import type { TestCluster } from '#tests/support/test-database.ts'
import type { Operation } from './operations.ts'

/** Occurs in texts of the other fleet only. */
export const FOREIGN_MARK = 'foreign-mark-5d1e'
const PARTNER_SECRET = 'partner-secret-of-the-fuzz-suite-0123456789'

/** Sender of a case: anonymous, a role (or two) of the fleet, a shop, a partner's server, an ended session. */
export type ActorName = string
export const ACTORS: readonly ActorName[] = [
  'anonymous',
  'ended session',
  'shop',
  'partner',
  ...ROLES,
  'Driver and Manager',
]
export const rolesOf = (actor: ActorName): Role[] =>
  actor.split(' and ').filter((name): name is Role => (ROLES as readonly string[]).includes(name))

export const TARGETS = ['assigned', 'unassigned', 'foreign', 'nowhere', 'sentinel'] as const
export type TargetName = (typeof TARGETS)[number]

/** Calls that modify the caller's own user: their cases get a separate user. */
const NOUNS_OF_USERS = [
  'users',
  'passwords',
  'account',
  'preferences',
  'ownSessions',
  'session',
  'sentReminders',
  'fleet',
]

/** Starts a server with two fleets, and records what each request writes and logs. */
export async function startWorld(options: { cluster?: TestCluster }) {
  const partners: PartnerConfig[] = []
  const errors: string[] = []
  const server = await startTestServer({
    ...(options.cluster && { cluster: options.cluster }),
    config: { partners },
    logTo: (line) => {
      const { level, err } = JSON.parse(line) as { level: number; err?: { message: string; stack: string } }
      if (level >= 50) errors.push(err ? `${err.message}\n${err.stack}` : line)
    },
  })
  const { db, build } = server
  const crash = (error: unknown) => errors.push(`Uncaught: ${error instanceof Error ? error.stack : error}`)
  process.on('uncaughtException', crash).on('unhandledRejection', crash)
  await recordWrites(db)
  const service = await build.service({ positions: ['front', 'rear'] })
  const foreign = await aWorld(server, service.id, FOREIGN_MARK)
  let own = await aFleet()

  async function aFleet() {
    const group = await build.affiliation()
    const world = await aWorld(server, service.id, 'own-mark-91c0')
    await db.query(sql`update fleets set affiliation_id = ${group.id} where id = ${world.fleet.id}`)
    partners.splice(0, 1, {
      name: 'fuzz',
      secret: PARTNER_SECRET,
      fleetIds: [world.fleet.id],
      affiliationIds: [group.id],
    })
    const users = new Map<string, { id: number; fleetId: number }>()
    const userOf = async (actor: ActorName, isFresh: boolean) => {
      const known = users.get(actor)
      if (known && !isFresh) return known
      const user = await build.user(world.fleet, { roles: rolesOf(actor), affiliationId: group.id })
      await db.query(sql`
        insert into vehicle_drivers (fleet_id, vehicle_id, user_id)
        values (${world.fleet.id}, ${world.assigned.vehicleId}, ${user.id})`)
      if (!isFresh) users.set(actor, user)
      return user
    }
    return { ...world, userOf }
  }

  /** An order whose link a shop opened: its id, and the cookie. */
  async function anOpenedOrder(): Promise<{ orderId: number; cookie: string }> {
    const owner = await own.userOf('Owner', false)
    const vehicle = await build.vehicle(own.fleet, { vin: aVin(), odometer: 50_000 })
    const shop = { shopId: own.assigned.shopId, originatorId: owner.id, serviceId: own.assigned.serviceId }
    const order = await anOpenOrder(db, { id: vehicle.id, fleetId: own.fleet.id }, shop)
    const client = await server.as(owner)
    const made = await client.post(`/orders/${order.id}/shop_link`, {})
    if (made.status !== 201) throw new Error(`No link: ${JSON.stringify(made.body)}`)
    await db.query(sql`delete from attempts`)
    const { response } = await opened(server.url, made.body.url, LAST_8)
    return { orderId: order.id, cookie: response.headers.get('set-cookie')?.split(';')[0] ?? '' }
  }

  return {
    server,
    errors,
    /** Recreates the fleet, so that changes of earlier cases are gone. */
    renew: async () => {
      own = await aFleet()
    },
    /** Returns a valid request of the operation for such a target, and the sender's headers. */
    async request(operation: Operation, actor: ActorName, target: TargetName, sampleOf: SampleOf) {
      const headers: [string, string][] = []
      const isPersonal = NOUNS_OF_USERS.includes(operation.name.split('.')[0] ?? '')
      const roles = rolesOf(actor)
      const things = targetOf(target)
      if (operation.meta.access === 'anyone') await db.query(sql`delete from attempts`)
      if (roles.length > 0 || actor === 'ended session') {
        const isEnded = actor === 'ended session'
        const user = await own.userOf(isEnded ? 'Owner' : actor, isPersonal || isEnded)
        const token = await build.session(user)
        if (isEnded) await db.query(sql`delete from sessions where user_id = ${user.id}`)
        headers.push(['cookie', `authentication_token=${token}`])
        if (target === 'assigned') things.userId = user.id
      }
      if (actor === 'partner') headers.push(['authorization', `Bearer ${PARTNER_SECRET}`])
      const sample = await sampleOf(things)
      if (actor !== 'shop') return { sample, headers }
      const { orderId, cookie } = await anOpenedOrder()
      headers.push(['cookie', cookie])
      return {
        sample: { ...sample, path: sample.path.replace(/shop_links\/\d+/, `shop_links/${orderId}`) },
        headers,
      }
    },
    /** Returns the tables written since the last call. */
    async writes(): Promise<string[]> {
      await server.services.dueDates.settled()
      const rows = await db.query<{ name: string }>(
        sql`with gone as (delete from fuzz_writes returning name) select distinct name from gone order by 1`,
      )
      return rows.map(({ name }) => name)
    },
    async stop() {
      process.off('uncaughtException', crash).off('unhandledRejection', crash)
      await server.stop()
    },
  }

  function targetOf(name: TargetName): Target {
    if (name === 'foreign') return { ...foreign.assigned }
    if (name === 'unassigned') return { ...own.unassigned }
    if (name === 'nowhere') return nowhere(own.assigned)
    if (name === 'sentinel') return sentinel(own.assigned)
    return { ...own.assigned }
  }
}
export type World = Awaited<ReturnType<typeof startWorld>>
type SampleOf = (target: Target) => Promise<Sample> | Sample

/** A target whose ids are larger than any that the database assigns. */
function sentinel(near: Target): Target {
  const id = 999_999_999_999
  const missing = nowhere(near)
  const number = () => Promise.resolve({ id })
  return {
    ...missing,
    fleetId: id,
    vehicleId: id,
    userId: id,
    serviceId: id,
    shopId: id,
    driverIds: [id],
    order: number,
    spareVehicle: number,
    colleague: number,
    policy: number,
    addedInterval: number,
    session: async () => String(id),
    upload: async () => randomUUID(),
    reading: async () => randomUUID(),
  }
}

/** Records each written row by triggers, so that a rollback removes the record too. Attempt counters are excluded. */
async function recordWrites(db: Awaited<ReturnType<typeof startTestServer>>['db']) {
  await db.query(sql`create unlogged table fuzz_writes (name text not null)`)
  await db.query({
    text: `create function fuzz_note() returns trigger language plpgsql security definer as
      $$ begin insert into fuzz_writes values (tg_table_name); return null; end $$`,
    values: [],
  })
  const tables = await db.query<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
      and table_name not in ('attempts', 'migrations', 'fuzz_writes')`)
  for (const { name } of tables)
    await db.query({
      text: `create trigger fuzz_note after insert or update or delete on ${name} for each row execute function fuzz_note()`,
      values: [],
    })
}
