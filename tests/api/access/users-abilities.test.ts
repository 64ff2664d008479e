// Permissions on users: acting role × action × target role × context, through the API.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLES, type Role } from '#domain/access/permissions.ts'
import { sql } from '#server/db/sql.ts'
import type { Client } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const OF_FLEET: Role[] = ['Driver', 'Manager', 'Fleet Manager', 'Admin', 'Account Owner', 'Owner']
const OF_COMPANY: Role[] = ['FMC Fleet Manager', 'FMC Fleet Admin', 'FMC']
const REGULAR: Role[] = ['Driver', 'Manager', 'Fleet Manager']
const LESSER: Role[] = [...REGULAR, 'Admin']

/** Roles of targets by acting role. A missing role may not perform the action at all. */
type Table = Partial<Record<Role, readonly Role[]>>
const ADMINS: Role[] = ['Owner', 'Account Owner', 'Super Admin', 'FMC', 'Admin', 'FMC Fleet Admin']
const forAdmins = (targets: readonly Role[]): Table =>
  Object.fromEntries(ADMINS.map((role) => [role, targets]))

const EDIT: Table = {
  ...forAdmins(OF_FLEET),
  Admin: LESSER,
  'FMC Fleet Admin': LESSER,
}
const DELETE: Table = { ...forAdmins(REGULAR), Owner: OF_FLEET }
const DEACTIVATE: Table = forAdmins(REGULAR)
const EDIT_FMC: Table = { FMC: OF_COMPANY, 'FMC Fleet Admin': ['FMC Fleet Manager', 'FMC Fleet Admin'] }
const DELETE_FMC: Table = { FMC: OF_COMPANY, 'FMC Fleet Admin': ['FMC Fleet Manager'] }

type Act = (client: Client, id: number) => Promise<{ status: number }>
const ACTS: Record<string, Act> = {
  edit: (client, id) => client.put(`/fleet_users/${id}`, { city: 'Gary' }),
  delete: (client, id) => client.delete(`/fleet_users/${id}`),
  deactivate: (client, id) => client.put(`/fleet_users/${id}/deactivate`, { is_active: false }),
  activate: (client, id) => client.put(`/fleet_users/${id}/deactivate`, { is_active: true }),
  invite: (client, id) => client.post(`/fleet_users/${id}/invitations`),
}
const contentOf = async (id: number) =>
  JSON.stringify(await server.db.query(sql`select * from users where id = ${id}`))

/** A fleet of the affiliation, so that FMC users belong to the same company, with one acting user of each role. */
async function aStage(brand?: string) {
  const affiliation = await server.build.affiliation()
  const fleet = await server.build.fleet({ affiliationId: affiliation.id, ...(brand ? { brand } : {}) })
  const targetOf = (role: Role) =>
    server.build.user(fleet, { roles: [role], affiliationId: affiliation.id, isInvited: true })
  const actorOf = async (role: Role) =>
    server.as(await server.build.user(fleet, { roles: [role], affiliationId: affiliation.id }))
  return { fleet, targetOf, actorOf }
}

async function statuses(act: Act, stage: Awaited<ReturnType<typeof aStage>>, targets: readonly Role[]) {
  const found: Record<string, number[]> = {}
  for (const role of ROLES) {
    const client = await stage.actorOf(role)
    found[role] = []
    for (const target of targets) {
      const { id } = await stage.targetOf(target)
      const before = await contentOf(id)
      const { status } = await act(client, id)
      found[role].push(status)
      if (status >= 400) expect(await contentOf(id), `${role} on ${target}`).toBe(before)
    }
  }
  return found
}

/** 200 if the table allows it, otherwise 403, or 404 if the acting role cannot see the target. */
function expected(
  table: Table,
  targets: readonly Role[],
  seen: (actor: Role) => boolean,
  hasAbility: readonly Role[],
) {
  return Object.fromEntries(
    ROLES.map((role) => [
      role,
      targets.map((target) => {
        if (table[role]?.includes(target)) return 200
        if (!hasAbility.includes(role)) return 403
        return seen(role) ? 403 : 404
      }),
    ]),
  )
}
/** Calls for admin-type roles only; others are refused before anything is looked up. */
const sees = (role: Role) => role !== 'Driver'
const isFmcRole = (role: Role) => OF_COMPANY.includes(role)

describe.each([
  ['settings', undefined],
  ['fuel-card mode', 'fuelpass'],
] as const)('users of a fleet: %s', (_name, brand) => {
  it('USR-037, USR-038, USR-041: which role edits which', async () => {
    const found = await statuses(ACTS.edit!, await aStage(brand), OF_FLEET)
    // A driver cannot see that other users exist.
    expect(found).toEqual(expected(EDIT, OF_FLEET, sees, ROLES))
  })
  it('USR-033, USR-034, USR-035: which role deletes which', async () => {
    expect(await statuses(ACTS.delete!, await aStage(brand), OF_FLEET)).toEqual(
      expected(DELETE, OF_FLEET, sees, ADMINS),
    )
  })
  it.each(['deactivate', 'activate'])('USR-036: who may %s whom', async (act) => {
    expect(await statuses(ACTS[act]!, await aStage(brand), OF_FLEET)).toEqual(
      expected(DEACTIVATE, OF_FLEET, sees, ADMINS),
    )
  })
  it('who invites whom again', async () => {
    expect(await statuses(ACTS.invite!, await aStage(brand), OF_FLEET)).toEqual(
      expected(EDIT, OF_FLEET, sees, ADMINS),
    )
  })
})

describe('users of a management company', () => {
  it('USR-030, USR-038: which role edits which', async () => {
    expect(await statuses(ACTS.edit!, await aStage(), OF_COMPANY)).toEqual(
      expected(EDIT_FMC, OF_COMPANY, isFmcRole, ROLES),
    )
  })
  it('USR-013, USR-033: which role deletes which', async () => {
    expect(await statuses(ACTS.delete!, await aStage(), OF_COMPANY)).toEqual(
      expected(DELETE_FMC, OF_COMPANY, isFmcRole, ADMINS),
    )
  })
  it('USR-014: no role deactivates them', async () => {
    expect(await statuses(ACTS.deactivate!, await aStage(), OF_COMPANY)).toEqual(
      expected({}, OF_COMPANY, isFmcRole, ADMINS),
    )
  })
})

it('USR-040: users with the hidden role appear nowhere, whatever is requested', async () => {
  const stage = await aStage()
  for (const role of ['Owner', 'FMC', 'Super Admin'] as const) {
    const client = await stage.actorOf(role)
    const { id } = await stage.targetOf('Super Admin')
    for (const [name, act] of Object.entries(ACTS)) expect((await act(client, id)).status, name).toBe(404)
    const { body } = await client.get('/fleet_users?per_page=500')
    expect(body.users.flatMap((user: { roles: Role[] }) => user.roles)).not.toContain('Super Admin')
    expect((await client.get(`/fleets/${stage.fleet.id}/users/${id}`)).status).toBe(404)
  }
})

describe('adding users', () => {
  /** Roles that each acting role may give a new user, by context. */
  const GIVE: Record<'settings' | 'fuel_card' | 'fmc', Table> = {
    settings: {
      ...forAdmins(['Driver', 'Manager', 'Admin', 'Owner']),
      Admin: ['Driver', 'Manager', 'Admin'],
      'FMC Fleet Admin': ['Driver', 'Manager', 'Admin'],
    },
    fuel_card: {
      ...forAdmins(['Driver', 'Fleet Manager', 'Account Owner']),
      Admin: ['Driver', 'Fleet Manager'],
      'FMC Fleet Admin': ['Driver', 'Fleet Manager'],
    },
    fmc: { FMC: OF_COMPANY, 'FMC Fleet Admin': ['FMC Fleet Manager', 'FMC Fleet Admin'] },
  }
  it.each([
    ['settings', undefined],
    ['fuel_card', 'fuelpass'],
  ] as const)('USR-023, USR-024, USR-037: who gives which role in %s', async (context, brand) => {
    const stage = await aStage(brand)
    for (const role of ROLES) {
      const client = await stage.actorOf(role)
      const given: Role[] = []
      for (const wanted of ROLES) {
        const email = `new-${role}-${wanted}-${context}@example.com`.replaceAll(' ', '')
        const body = { firstName: 'Bea', lastName: 'Ortiz', email, roles: [wanted] }
        const { status } = await client.post('/fleet_users', body)
        if (status === 201) given.push(wanted)
        else expect([403, 422], `${role} gives ${wanted}`).toContain(status)
      }
      const wanted = [...(GIVE[context][role] ?? []), ...(GIVE.fmc[role] ?? [])]
      expect([...given].sort(), role).toEqual([...wanted].sort())
    }
  })
})
