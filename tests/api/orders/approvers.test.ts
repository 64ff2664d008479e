import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ROLES, type Role } from '#domain/access/permissions.ts'
import { sql } from '#server/db/sql.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

// Who may approve, over HTTP, for each role in each situation of the policies (ruling 30, APR-035 to APR-037).

let server: TestServer
let service: { id: number }
type User = Awaited<ReturnType<TestServer['build']['user']>>

beforeAll(async () => {
  server = await startTestServer()
  service = await server.build.service()
})
afterAll(() => server.stop())

const isOwner = (role: Role) => role === 'Owner' || role === 'Account Owner'
const isStaff = (role: Role) => role.startsWith('FMC')

interface Scenario {
  /** Policies on the vehicle: up to an amount, with users named or not. */
  policies: { amount: string; names: 'all' | 'none' | 'another user' | 'unable users'; auto?: true }[]
  status?: string
  /** Which users of the fleet itself may approve. */
  mayApprove: (role: Role) => boolean
}
const SCENARIOS: Record<string, Scenario> = {
  'without a policy, every user of the fleet': { policies: [], mayApprove: () => true },
  'users whom the covering policy names': {
    policies: [{ amount: '100.00', names: 'all' }],
    mayApprove: () => true,
  },
  'only the user whom it names': {
    policies: [{ amount: '100.00', names: 'another user' }],
    mayApprove: () => false,
  },
  'owners, if the covering policy names no user': {
    policies: [{ amount: '100.00', names: 'none' }],
    mayApprove: isOwner,
  },
  'owners, if the named users may not approve orders of the vehicle': {
    policies: [{ amount: '100.00', names: 'unable users' }],
    mayApprove: isOwner,
  },
  'owners, if the amount is a cent over': {
    policies: [{ amount: '99.99', names: 'all' }],
    mayApprove: isOwner,
  },
  'owners, if only an automatic policy falls short': {
    policies: [{ amount: '50.00', names: 'none', auto: true }],
    mayApprove: isOwner,
  },
  'no user before there is an estimate': { policies: [], status: 'active', mayApprove: () => false },
  'no user after the approval': { policies: [], status: 'approved', mayApprove: () => false },
}

describe.each(Object.entries(SCENARIOS))(
  '%s',
  (_, { policies, status = 'awaiting_approval', mayApprove }) => {
    let approvals: Map<string, { can_approve: boolean; approvers: { id: number }[] }>
    let queued: Map<string, boolean>
    let users: Map<string, User>
    let staff: User

    beforeAll(async () => {
      const affiliation = await server.build.affiliation()
      const fleet = await server.build.fleet({ affiliationId: affiliation.id })
      users = new Map()
      for (const role of ROLES)
        users.set(role, await server.build.user(fleet, { roles: [role], affiliationId: affiliation.id }))
      staff = await server.build.user(fleet, { roles: ['FMC Fleet Manager'], affiliationId: affiliation.id })
      await server.db.query(
        sql`insert into user_approval_fleets (user_id, fleet_id) values (${staff.id}, ${fleet.id})`,
      )
      users.set('with approval fleet', staff)
      const other = await server.build.user(fleet, { roles: ['Manager'] })
      users.set('other manager', other)
      const driver = users.get('Driver')
      if (!driver) throw new Error('No driver')
      const vehicle = await server.build.vehicle(fleet, { drivers: [driver] })
      const driverOfNone = await server.build.user(fleet, { roles: ['Driver'] })
      const unable = [driverOfNone.id, ...ROLES.filter(isStaff).map((role) => users.get(role)?.id)]
      for (const { amount, names, auto = false } of policies) {
        const all = [...users.values()].map(({ id }) => id)
        const named = { all, none: [], 'another user': [other.id], 'unable users': unable }[names]
        await server.db.query(sql`
        insert into maintenance_policies (fleet_id, amount, user_ids, vehicle_ids, auto_approvable)
        values (${fleet.id}, ${amount}, ${named}, ${[vehicle.id]}, ${auto})`)
      }
      const order = await anOpenOrder(server.db, vehicle, { status, serviceId: service.id, price: '100.00' })
      approvals = new Map()
      queued = new Map()
      for (const [name, user] of users) {
        const client = await server.as(user)
        const { status: code, body } = await client.get(`/orders/${order.id}`)
        expect(code).toBe(200)
        approvals.set(name, body)
        queued.set(name, (await client.get('/approvals')).body.approvals.length > 0)
      }
    })

    it('the queue has the order for exactly those who may approve', () => {
      expect(queued).toEqual(new Map([...approvals].map(([name, { can_approve }]) => [name, can_approve])))
    })

    it.each(ROLES.filter((role) => !isStaff(role)))('as %s', (role) => {
      expect(approvals.get(role)?.can_approve).toBe(mayApprove(role))
    })

    it.each(ROLES.filter(isStaff))('never as %s without the fleet among the approval fleets', (role) => {
      expect(approvals.get(role)?.can_approve).toBe(false)
    })

    it('lists exactly those who may approve, each once (APR-011, APR-047)', () => {
      const may = [...users].filter(([name]) => approvals.get(name)?.can_approve)
      for (const [reader] of users) {
        const isStaffReader = reader.startsWith('FMC') || reader === 'with approval fleet'
        // If every user of the fleet may approve, only staff get names: of owners, and of staff.
        const named =
          policies.length > 0
            ? may
            : may.filter(
                ([name]) => isStaffReader && (isOwner(name as Role) || name === 'with approval fleet'),
              )
        const ids = approvals.get(reader)?.approvers.map(({ id }) => id) ?? []
        expect(
          ids.toSorted((a, b) => a - b),
          reader,
        ).toEqual(named.map(([, { id }]) => id).toSorted((a, b) => a - b))
      }
    })

    it('and staff of the management company whose approval fleet it is', () => {
      const isWaiting = status === 'awaiting_approval'
      expect(approvals.get('with approval fleet')?.can_approve).toBe(isWaiting)
      const blocked = approvals.get('FMC')
      if (isWaiting) expect(blocked?.approvers.map(({ id }) => id)).toContain(staff.id)
      else expect(blocked?.approvers).toEqual([])
    })
  },
)
