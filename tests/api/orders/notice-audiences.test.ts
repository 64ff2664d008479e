import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Role } from '#domain/access/permissions.ts'
import { EMAIL_NOTIFICATIONS } from '#domain/access/preferences-rules.ts'
import { sql } from '#server/db/sql.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { anOpenOrder } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

/** `unless off`: also users who never set it. `if on`: only users who turned it on. */
type Delivery = 'always' | 'unless off' | 'if on' | 'never'

const PEOPLE = [
  'booker',
  'driver',
  'other driver',
  'manager',
  'fleet manager',
  'admin',
  'super admin',
  'owner',
  'account owner',
] as const
const ROLE: Record<string, Role> = {
  booker: 'Manager',
  driver: 'Driver',
  'other driver': 'Driver',
  manager: 'Manager',
  'fleet manager': 'Fleet Manager',
  admin: 'Admin',
  'super admin': 'Super Admin',
  owner: 'Owner',
  'account owner': 'Account Owner',
}
const CHOICES = ['never chose', 'on', 'off'] as const

const everyoneInSight = (
  delivery: Delivery,
  also: Record<string, Delivery> = {},
): Record<string, Delivery> => ({
  ...Object.fromEntries(PEOPLE.map((person) => [person, delivery])),
  // A driver cannot see another driver's vehicle.
  'other driver': 'never',
  ...also,
})
const noneExcept = (also: Record<string, Delivery>) => ({
  ...Object.fromEntries(PEOPLE.map((person) => [person, 'never' as const])),
  ...also,
})
const OWNERS = { owner: 'unless off', 'account owner': 'unless off' } as const

/** Written from the decision record, not from the code. */
const ROWS: {
  entry: string
  /** Default: the shop. */
  party?: 'user'
  approvers?: 'anyone' | 'owners' | 'named'
  deliveries: Record<string, Delivery>
}[] = [
  { entry: 'request', deliveries: everyoneInSight('if on') },
  { entry: 'confirm', deliveries: everyoneInSight('if on') },
  { entry: 'reschedule', deliveries: everyoneInSight('if on', { booker: 'always' }) },
  { entry: 'propose_time', deliveries: everyoneInSight('if on', { booker: 'always' }) },
  // The proposer is notified too: tests/api/orders/proposals.test.ts.
  { entry: 'accept_time', deliveries: everyoneInSight('if on', { booker: 'always' }) },
  { entry: 'decline_time', deliveries: everyoneInSight('if on', { booker: 'always' }) },
  {
    entry: 'estimate',
    approvers: 'anyone',
    deliveries: everyoneInSight('if on', { booker: 'unless off', ...OWNERS }),
  },
  { entry: 'estimate', approvers: 'owners', deliveries: noneExcept(OWNERS) },
  { entry: 'exceed', approvers: 'named', deliveries: noneExcept({ manager: 'unless off' }) },
  { entry: 'approval_required', approvers: 'owners', deliveries: noneExcept(OWNERS) },
  { entry: 'approve', deliveries: everyoneInSight('if on', { booker: 'unless off', driver: 'unless off' }) },
  {
    entry: 'auto_approve',
    deliveries: everyoneInSight('if on', { booker: 'unless off', driver: 'unless off' }),
  },
  { entry: 'complete', deliveries: everyoneInSight('if on') },
  { entry: 'cancel', party: 'user', deliveries: everyoneInSight('if on') },
  // The shop declines the appointment (SVC-125).
  { entry: 'cancel', deliveries: everyoneInSight('if on', { booker: 'always' }) },
  { entry: 'reject', deliveries: everyoneInSight('if on') },
]

let server: TestServer
let fleet: { id: number }
let vehicle: { id: number; fleetId: number }
/** By 'user, choice'. */
const users = new Map<string, { id: number; email: string; fleetId: number }>()

beforeAll(async () => {
  server = await startTestServer()
  fleet = await server.build.fleet()
  for (const person of PEOPLE)
    for (const choice of CHOICES) {
      const user = await server.build.user(fleet, { roles: [ROLE[person] ?? 'Owner'] })
      users.set(`${person}, ${choice}`, { ...user, fleetId: fleet.id })
      if (choice === 'never chose') continue
      const all = Object.fromEntries(Object.keys(EMAIL_NOTIFICATIONS).map((key) => [key, choice === 'on']))
      await server.db.query(sql`
        update users set email_notifications = ${JSON.stringify(all)}::jsonb where id = ${user.id}`)
    }
  const drivers = CHOICES.map((choice) => users.get(`driver, ${choice}`)!)
  vehicle = { ...(await server.build.vehicle(fleet, { drivers })), fleetId: fleet.id }
})
afterAll(() => server.stop())

const sendNotices = async () => {
  while ((await server.services.orderNotices.sendPending()) > 0);
}

async function letPoliciesName(approvers: 'anyone' | 'owners' | 'named') {
  await server.db.query(sql`delete from maintenance_policies where fleet_id = ${fleet.id}`)
  if (approvers === 'anyone') return
  const named = CHOICES.map((choice) => users.get(`manager, ${choice}`)!.id)
  await server.db.query(sql`
    insert into maintenance_policies (fleet_id, amount, user_ids, vehicle_ids)
    values (${fleet.id}, 500, ${approvers === 'named' ? named : []}, ${[vehicle.id]})`)
}

/** Users who get an email about a log entry of a new order by this booker: 'user, choice'. */
async function mailedAbout(entry: string, bookerId: number, party = 'shop'): Promise<string[]> {
  const status = ['estimate', 'exceed', 'approval_required'].includes(entry)
    ? 'awaiting_approval'
    : 'complete'
  const order = await anOpenOrder(server.db, vehicle, { status, originatorId: bookerId })
  await sendNotices()
  const mark = new Date()
  await server.db.query(sql`
    insert into shop_order_activity_items (fleet_id, order_id, acting_party, activity_type, total, service_details)
    values (${fleet.id}, ${order.id}, ${party}, ${entry}, 50, '[]')`)
  await sendNotices()
  const mails = await server.db.query<{ recipient: string }>(
    sql`select recipient from mails where created_at > ${mark}`,
  )
  await server.db.query(sql`update shop_orders set status = 'cancel' where id = ${order.id}`)
  return mails.map(
    ({ recipient }) => [...users].find(([, { email }]) => email === recipient)?.[0] ?? recipient,
  )
}

describe('audience of order notices, for every role and every choice', () => {
  for (const { entry, party, approvers = 'anyone', deliveries } of ROWS)
    it(`${entry}${party ? ` by a ${party}` : ''}${approvers === 'anyone' ? '' : `, approved by ${approvers}`}`, async () => {
      await letPoliciesName(approvers)
      for (const booked of CHOICES) {
        const booker = users.get(`booker, ${booked}`)!
        const expected = PEOPLE.flatMap((person) =>
          CHOICES.filter((choice) => {
            // The two others of this kind booked nothing, so they are ordinary managers.
            const isOther = person === 'booker' && choice !== booked
            const row =
              deliveries[isOther ? (approvers === 'named' ? 'other driver' : 'fleet manager') : person]
            return (
              row === 'always' ||
              (row !== 'never' && choice === 'on') ||
              (row === 'unless off' && choice === 'never chose')
            )
          }).map((choice) => `${person}, ${choice}`),
        )
        expect((await mailedAbout(entry, booker.id, party)).sort()).toEqual(expected.sort())
      }
    })

  it.each([
    ['booked in a sister fleet of their account', true, true],
    ['booked for a fleet whose account was disabled', false, false],
  ])('reaches a fuel-card user who %s', async (_who, isActive, isReached) => {
    const account = await server.build.account({ isActive })
    const home = await server.build.fleet({ accountId: account.id })
    await server.db.query(sql`update fleets set account_id = ${account.id} where id = ${fleet.id}`)
    const [booker, colleague] = await Promise.all(
      [1, 2].map(() => server.build.user(home, { accounts: [account] })),
    )
    for (const entry of ['reschedule', 'approve']) {
      const mailed = await mailedAbout(entry, booker!.id)
      expect([mailed.includes(booker!.email), mailed.includes(colleague!.email)]).toEqual([isReached, false])
    }
  })

  it.each([
    ['booked for a fleet of their company', 'FMC Fleet Manager', true],
    ['lost the role of the company since', 'Manager', false],
  ] as const)('reaches a user of a management company who %s', async (_who, role, isReached) => {
    const { id: affiliationId } = await server.build.affiliation()
    const home = await server.build.fleet({ affiliationId })
    await server.db.query(sql`update fleets set affiliation_id = ${affiliationId} where id = ${fleet.id}`)
    const [booker, colleague] = await Promise.all(
      [1, 2].map(() => server.build.user(home, { roles: [role], affiliationId })),
    )
    for (const entry of ['reschedule', 'approve']) {
      const mailed = await mailedAbout(entry, booker!.id)
      expect([mailed.includes(booker!.email), mailed.includes(colleague!.email)]).toEqual([isReached, false])
    }
    // Without an approval fleet, they may not approve.
    expect(await mailedAbout('estimate', booker!.id)).not.toContain(booker!.email)
  })

  it('treats preferences that the user form sends at their defaults as not set', async () => {
    const admin = await server.as(users.get('owner, off')!)
    const given = {
      firstName: 'Uma',
      lastName: 'New',
      email: `uma-${fleet.id}@example.com`,
      roles: ['Manager'],
      email_notification_preferences: EMAIL_NOTIFICATIONS,
    }
    const made = await admin.post('/fleet_users', given, writeHeaders())
    expect(made.status).toBe(201)
    const storedOf = async () =>
      (
        await server.db.query<{ stored: object }>(
          sql`select email_notifications as stored from users where id = ${made.body.id}`,
        )
      )[0]?.stored
    expect(await storedOf()).toEqual({})
    let rev: number = made.body.rev
    const change = async (approvals_submitted: boolean) => {
      const { status, body } = await admin.put(
        `/fleet_users/${made.body.id}`,
        { email_notification_preferences: { ...EMAIL_NOTIFICATIONS, approvals_submitted } },
        writeHeaders(undefined, rev),
      )
      rev = body.rev
      return { status, body }
    }
    expect(await change(false)).toMatchObject({ status: 200 })
    expect(await storedOf()).toEqual({ approvals_submitted: false })
    expect(await change(true)).toMatchObject({ status: 200 })
    expect(await storedOf()).toEqual({ approvals_submitted: true })
  })
})
