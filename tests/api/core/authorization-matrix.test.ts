import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ABILITIES, ROLES, type Role } from '#domain/access/permissions.ts'
import { sql } from '#server/db/sql.ts'
import type { ApiResponse, Client } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import {
  aWorld,
  CANARY,
  CASES,
  callsOfContract,
  contentOf,
  nowhere,
  send,
  sessionIdOf,
  type Target,
} from './samples.ts'

const CALLS = callsOfContract()
const ACTORS: Role[][] = [...ROLES.map((role): Role[] => [role]), ['Driver', 'Manager']]
const nameOf = (roles: Role[]) => roles.join(' and ')

let server: TestServer
let own: Awaited<ReturnType<typeof aWorld>>
let foreign: Awaited<ReturnType<typeof aWorld>>
/** Staff of the management company in a fleet that is not their own. */
let standIn: { client: Client; user: { id: number } }
const actors = new Map<string, { client: Client; user: { id: number } }>()

beforeAll(async () => {
  server = await startTestServer()
  const service = await server.build.service()
  own = await aWorld(server, service.id)
  foreign = await aWorld(server, service.id)
  for (const roles of ACTORS) actors.set(nameOf(roles), await own.clientOf(roles))
  const [{ affiliationId } = { affiliationId: 0 }] = await server.db.query<{ affiliationId: number }>(
    sql`select affiliation_id as "affiliationId" from fleets where id = ${own.fleet.id}`,
  )
  const home = await server.build.fleet({ affiliationId })
  const user = await server.build.user(home, { roles: ['FMC'], affiliationId })
  standIn = { user, client: await server.as({ id: user.id, fleetId: own.fleet.id }) }
})
afterAll(() => server.stop())

const UNAUTHORIZED_CALLERS: [string, () => Promise<string>][] = [
  ['nobody', async () => ''],
  ['an expired session', () => sessionOf(sql`update sessions set expires_at = now() - interval '1 second'`)],
  ['an ended session', () => sessionOf(sql`delete from sessions`)],
  ['a deactivated user', () => sessionOf(sql`update users set is_active = false`)],
]

/** All of a response except the parts that identify this request. */
const comparable = ({ status, body }: ApiResponse) => {
  const { request_id: _, ...rest } = typeof body === 'object' ? body : { body }
  return JSON.stringify([status, rest])
}

/** The same target, except that calls about a user are about the actor. */
const asActor = (target: Target, user: { id: number }): Target => ({
  ...target,
  userId: user.id,
  session: () => sessionIdOf(server, user, own.fleet),
  paymentMethod: () => server.build.paymentMethod(own.fleet, user, { name: CANARY }),
})

it('has a sample request for every call of the contract, so that none goes untested (S-2)', () => {
  expect(Object.keys(CASES).sort()).toEqual(CALLS.map((call) => call.name).sort())
})

describe.each(CALLS.filter(({ meta }) => meta.access in ABILITIES))('$name', ({ name, meta }) => {
  const ability = meta.access as keyof typeof ABILITIES
  const {
    sample,
    outOfSight,
    status = 200,
    isForDriversOwn,
    isAboutUser,
    isAboutFleet: isWhole,
  } = CASES[name]!
  const mayIt = (roles: Role[]) =>
    roles.some((role) => (ABILITIES[ability] as readonly Role[]).includes(role))
  const seesAll = (roles: Role[]) => roles.some((role) => role !== 'Driver')

  it.each(ACTORS.map((roles) => [nameOf(roles), roles] as const))('as %s', async (actorName, roles) => {
    const { client, user } = actors.get(actorName)!
    const sendSample = async (target: Target) => send(client, await sample(target))
    const expectedOfSeen = mayIt(roles) && (seesAll(roles) || !isForDriversOwn) ? status : 403

    const seen = await sendSample(asActor(own.assigned, user))
    expect(seen.status).toBe(expectedOfSeen)
    if (outOfSight === 'no target') return

    if (!isAboutUser) {
      const unassigned = await sendSample(asActor(own.unassigned, user))
      const hidden = outOfSight === 'not found' ? 404 : 200
      // The list is about the whole fleet, not about one vehicle.
      const isAboutFleet = isWhole || name === 'vehicles.list'
      expect(unassigned.status).toBe(!mayIt(roles) ? 403 : seesAll(roles) || isAboutFleet ? status : hidden)
      if (!seesAll(roles)) expect(JSON.stringify(unassigned.body)).not.toContain('Unassigned')
    }

    const request = await sample(foreign.assigned)
    const before = await contentOf(server)
    const theirs = await send(client, request)
    const missing = await send(client, await sample(nowhere(own.assigned)))
    expect(theirs.status).toBe(!mayIt(roles) ? 403 : outOfSight === 'not found' ? 404 : 200)
    expect(comparable(theirs)).toBe(comparable(missing))
    expect(JSON.stringify(theirs.body)).not.toContain(CANARY)
    expect(await contentOf(server)).toBe(before)
  })

  it('as company staff who act for the fleet', async () => {
    const response = await send(standIn.client, await sample(asActor(own.assigned, standIn.user)))
    expect(response.status).toBe(mayIt(['FMC']) ? status : 403)
  })

  it.each(UNAUTHORIZED_CALLERS)('as %s: 401, and nothing of it is read or written', async (_who, tokenOf) => {
    const request = await sample(own.assigned)
    const token = await tokenOf()
    const before = await contentOf(server)
    const response = await send(server.client(token ? { authorization: `Bearer ${token}` } : {}), request)
    expect([response.status, response.body.code]).toEqual([401, 'not_signed_in'])
    expect(await contentOf(server)).toBe(before)
  })
})

describe.each(CALLS.filter(({ meta }) => meta.access === 'shop'))('$name, for shops alone', ({ name }) => {
  it.each(ACTORS.map(nameOf))('as %s: 401, and nothing of it is read or written', async (actorName) => {
    const before = await contentOf(server)
    const response = await send(actors.get(actorName)!.client, await CASES[name]!.sample(own.assigned))
    expect([response.status, response.body.code]).toEqual([401, 'not_signed_in'])
    expect(await contentOf(server)).toBe(before)
  })
})

/** Token of a new user's session after this event. */
async function sessionOf(event: { text: string; values: unknown[] }): Promise<string> {
  const user = await server.build.user(own.fleet)
  const token = await server.build.session(user)
  const column = event.text.includes('users') ? 'id' : 'user_id'
  await server.db.query({ text: `${event.text} where ${column} = $1`, values: [user.id] })
  return token
}

describe('what a response to an own request contains', () => {
  it('never shows another fleet, whatever is listed or pulled', async () => {
    const stranger = await aWorld(server, (await server.build.service()).id)
    const mark = `only-theirs-${Date.now()}`
    await server.db.query(
      sql`update vehicles set name_of_vehicle = ${mark} where fleet_id = ${stranger.fleet.id}`,
    )
    const { client, user } = actors.get('Super Admin')!
    for (const { name } of CALLS) {
      const { method, path } = await CASES[name]!.sample(asActor(own.assigned, user))
      if (method !== 'GET') continue
      const response = await client.send(
        'GET',
        path.replace('limit=10', 'limit=2000').replace('&search=a', ''),
      )
      expect(JSON.stringify(response.body), name).not.toContain(mark)
    }
  })
})
