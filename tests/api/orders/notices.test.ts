import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from '#server/db/sql.ts'
import { exceedEstimate, recordEstimate } from '#server/modules/orders/orders/lifecycle/order-estimates.ts'
import { transitionOrder } from '#server/modules/orders/orders/lifecycle/order-transitions.ts'
import { completeOrder } from '#server/modules/orders/orders/lifecycle/order-work.ts'
import type { Client } from '#tests/support/client.ts'
import { writeHeaders } from '#tests/support/entries.ts'
import { aRequest, aWorkday, freeTimes } from '#tests/support/orders.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'

let server: TestServer
let shop: { id: number }
let service: { id: number }

beforeAll(async () => {
  server = await startTestServer()
  shop = await server.build.shop({ name: 'Quick <Lane>' })
  service = await server.build.service({ name: 'Oil change' })
  await server.db.query(sql`update service_definitions set typical_price = 80 where id = ${service.id}`)
  await server.db.query(sql`update shops set slot_capacity = 50 where id = ${shop.id}`)
})
afterAll(() => server.stop())

type User = Awaited<ReturnType<TestServer['build']['user']>>
const wants = (user: User, key: string, isWanted = true, language = 'en') =>
  server.db.query(sql`
    update users set language = ${language}, email_notifications = email_notifications || jsonb_build_object(${key}::text, ${isWanted}::boolean)
    where id = ${user.id}`)

/** A fleet with an owner, a manager, the driver of its vehicle and another driver, and an order of the owner. */
async function aStage() {
  const fleet = await server.build.fleet()
  const owner = await server.build.user(fleet, { firstName: 'Dana' })
  const manager = await server.build.user(fleet, { roles: ['Manager'] })
  const driver = await server.build.user(fleet, { roles: ['Driver'] })
  const stranger = await server.build.user(fleet, { roles: ['Driver'] })
  const vehicle = await server.build.vehicle(fleet, { name: 'Van 7', drivers: [driver] })
  const client = await server.as(owner)
  await sendNotices()
  return { fleet, owner, manager, driver, stranger, vehicle, client }
}
async function book(client: Client, vehicle: { id: number }) {
  const [at = ''] = await freeTimes(client, shop.id, aWorkday())
  const body = aRequest({ shop_id: shop.id, vehicle_id: vehicle.id, appointment_datetime: at }, service.id)
  return (await client.post('/orders', body, writeHeaders())).body as { id: number; rev: number }
}
async function sendNotices() {
  while ((await server.services.orderNotices.sendPending()) > 0);
}
async function mailsSince(mark: Date) {
  await sendNotices()
  return server.db.query<{ recipient: string; subject: string; text: string; html: string }>(
    sql`select recipient, subject, text, html from mails where created_at > ${mark} order by recipient`,
  )
}
const subjects = (mails: { recipient: string; subject: string }[]) =>
  mails.map(({ recipient, subject }) => [recipient, subject])

describe('order transitions (ruling 14)', () => {
  it('notify users whose preferences ask for it, in their language, and no one twice', async () => {
    const { fleet, owner, manager, driver, stranger, vehicle, client } = await aStage()
    for (const user of [owner, stranger]) await wants(user, 'appointment_requested')
    await wants(driver, 'appointment_requested', true, 'fr')
    const mark = new Date()
    await book(client, vehicle)
    const mails = await mailsSince(mark)
    // The manager did not turn it on, and the other driver cannot see the vehicle.
    expect(subjects(mails)).toEqual(
      [
        [owner.email, 'Appointment requested for Van 7'],
        [driver.email, 'Rendez-vous demandé\u00a0: Van 7'],
      ].sort(),
    )
    expect(mails.map(({ recipient }) => recipient)).not.toContain(manager.email)
    const english = mails.find(({ recipient }) => recipient === owner.email)
    expect(english?.text).toContain('Dana')
    expect(english?.text).toMatch(new RegExp(`/orders/\\d+/approvals\\?fleet=${fleet.id}\\n`))
    expect(english?.html).toContain('Quick &lt;Lane&gt;')
    expect(english?.html).toContain('lang="en"')
    const again = new Date()
    await Promise.all([sendNotices(), sendNotices()])
    expect(await mailsSince(again)).toEqual([])
  })

  it('list the counted services, without those that the shop removed', async () => {
    const { fleet, owner, vehicle, client } = await aStage()
    const brakes = await server.build.service({ name: 'Brake pads' })
    const order = await book(client, vehicle)
    await sendNotices()
    const mark = new Date()
    const orderKey = { fleetId: fleet.id, id: order.id }
    const line = { service_definition_id: brakes.id, name: '', position: null, price: '90.00', note: null }
    await server.db.tenant(fleet.id, (tx) => transitionOrder(tx, orderKey, 'confirm', { shop: true }))
    await server.db.tenant(fleet.id, (tx) =>
      recordEstimate({ tx, clock: server.services.now }, orderKey, { lines: [line] }),
    )
    const mail = (await mailsSince(mark)).find(
      ({ recipient, text }) => recipient === owner.email && text.includes('Approval needed'),
    )
    expect(mail?.text).toContain('Brake pads')
    expect(mail?.text).not.toContain('Oil change')
  })

  it('notify users who may approve, by default, and no one if a policy approved', async () => {
    const { fleet, owner, manager, vehicle, client } = await aStage()
    await server.db.query(sql`
      insert into maintenance_policies (fleet_id, amount, user_ids, vehicle_ids)
      values (${fleet.id}, 500, ${[manager.id]}, ${[vehicle.id]})`)
    const order = await book(client, vehicle)
    await sendNotices()
    const mark = new Date()
    const orderKey = { fleetId: fleet.id, id: order.id }
    await server.db.tenant(fleet.id, (tx) => transitionOrder(tx, orderKey, 'confirm', { shop: true }))
    await server.db.tenant(fleet.id, (tx) =>
      recordEstimate({ tx, clock: server.services.now }, orderKey, { prices: [] }),
    )
    expect(subjects(await mailsSince(mark))).toEqual([[manager.email, 'Approval needed for Van 7']])
    await server.db.query(sql`
      insert into maintenance_policies (fleet_id, amount, user_ids, vehicle_ids, auto_approvable)
      values (${fleet.id}, 500, ${[]}, ${[vehicle.id]}, true)`)
    await wants(manager, 'approvals_submitted', false)
    const later = new Date()
    await server.db.tenant(fleet.id, (tx) =>
      recordEstimate({ tx, clock: server.services.now }, orderKey, { prices: [] }),
    )
    await wants(owner, 'services_completed')
    await server.db.tenant(fleet.id, (tx) => completeOrder({ tx, clock: server.services.now }, orderKey, {}))
    const mailed = subjects(await mailsSince(later)).filter(([recipient]) => recipient === owner.email)
    expect(mailed.map(([, subject]) => subject).sort()).toEqual([
      'Maintenance approved for Van 7',
      'Services completed on Van 7',
    ])
  })

  it('state in the approval email why, by which policy, its limit, and every line with its price', async () => {
    const { fleet, owner, manager, vehicle, client } = await aStage()
    const brakes = await server.build.service({ name: 'Brake pads' })
    await server.db.query(sql`
      insert into maintenance_policies (fleet_id, amount, user_ids, vehicle_ids, auto_approvable, service_definition_ids)
      values (${fleet.id}, 400, '{}', ${[vehicle.id]}, true, ${[service.id]})`)
    await wants(manager, 'approvals_required', false)
    await server.db.query(sql`
      update users set cell_phone = '5555550177',
        text_notifications = text_notifications || '{"approvals_required": true}' where id = ${owner.id}`)
    const order = await book(client, vehicle)
    const orderKey = { fleetId: fleet.id, id: order.id }
    const { db } = server
    const line = (id: number, price: string) => ({
      service_definition_id: id,
      name: '',
      position: null,
      price,
      note: null,
    })
    await db.tenant(fleet.id, (tx) => transitionOrder(tx, orderKey, 'confirm', { shop: true }))
    await sendNotices()
    const mark = new Date()
    const lines = [line(service.id, '80.00'), line(brakes.id, '500.75')]
    await db.tenant(fleet.id, (tx) => recordEstimate({ tx, clock: server.services.now }, orderKey, { lines }))
    const [mail] = await mailsSince(mark)
    for (const text of [
      'the estimate of $580.75 before tax is $180.75 over the policy limit of $400.00.',
      'the policy does not cover Brake pads.',
      'Oil change: $80.00\nBrake pads: $500.75\nBefore tax: $580.75',
      'Policy: 1 vehicle, Oil change\nPolicy limit: $400.00',
    ])
      expect(mail?.text).toContain(text)
    const [text] = await db.query<{ text: string }>(
      sql`select text from text_messages where recipient like '%5555550177' order by id desc limit 1`,
    )
    expect(text?.text).toMatch(/, Quick <Lane>, \$\d+\.\d\d \(\$180\.75 over the policy\)\. http/)
    // The final bill shows each earlier approved price next to the new one.
    await db.query(sql`update users set language = 'fr' where id = ${owner.id}`)
    const { rev } = (await client.get(`/orders/${order.id}`)).body
    expect(
      (await client.put(`/orders/${order.id}`, { status: 'approved' }, writeHeaders(undefined, rev))).status,
    ).toBe(200)
    await sendNotices()
    const later = new Date()
    const services = (await client.get(`/orders/${order.id}`)).body.order_services as {
      id: number
      service_definition_id: number
      status: string
    }[]
    const idOf = (definition: number) =>
      services.find((line) => line.service_definition_id === definition && line.status !== 'deleted')!.id
    const final = [
      { ...line(service.id, '80.00'), id: idOf(service.id) },
      { ...line(brakes.id, '610.00'), id: idOf(brakes.id) },
    ]
    await db.tenant(fleet.id, (tx) => exceedEstimate({ tx, clock: server.services.now }, orderKey, final, {}))
    const [bill] = await mailsSince(later)
    expect(bill?.text).toContain('a transmis la facture finale')
    expect(bill?.text).toContain(
      'le montant final est de $690.00 avant taxes, alors que le montant approuvé n’est que de $580.75',
    )
    expect(bill?.text).toMatch(/Brake pads \(fr\)\u00a0: \$610\.00 \(déjà approuvé\u00a0: \$500\.75\)/)
  })

  it('state in the email about a final bill what is higher, measured against the last approval (ruling 28)', async () => {
    const { fleet, owner, manager, vehicle, client } = await aStage()
    const brakes = await server.build.service({ name: 'Brake pads' })
    const tires = await server.build.service({ name: 'Tires' })
    const wipers = await server.build.service({ name: 'Wiper blades' })
    await wants(manager, 'approvals_required', false)
    const order = await book(client, vehicle)
    const orderKey = { fleetId: fleet.id, id: order.id }
    const line = (id: number, price: string) => ({
      service_definition_id: id,
      name: '',
      position: null,
      price,
      note: null,
    })
    async function bill(final: ReturnType<typeof line>[], { areRewritten = false } = {}) {
      const { order_services } = (await client.get(`/orders/${order.id}`)).body as {
        order_services: { id: number; service_definition_id: number; status: string }[]
      }
      const lines = final.map((line) => ({
        ...line,
        id: areRewritten
          ? undefined
          : order_services.find(
              ({ service_definition_id: known, status }) =>
                known === line.service_definition_id && status !== 'deleted' && status !== 'rejected',
            )?.id,
      }))
      const mark = new Date()
      await server.db.tenant(fleet.id, (tx) =>
        exceedEstimate({ tx, clock: server.services.now }, orderKey, lines, {}),
      )
      return (await mailsSince(mark)).find(({ recipient }) => recipient === owner.email)?.text
    }
    async function approve(body: object = {}) {
      const { rev } = (await client.get(`/orders/${order.id}`)).body as { rev: number }
      const approved = await client.put(
        `/orders/${order.id}`,
        { status: 'approved', ...body },
        writeHeaders(undefined, rev),
      )
      expect(approved.status).toBe(200)
      await sendNotices()
    }
    // Ohio's tax of 5.75 % is rounded on each line.
    const lines = [line(service.id, '100.00'), line(brakes.id, '60.00')]
    await server.db.tenant(fleet.id, (tx) => transitionOrder(tx, orderKey, 'confirm', { shop: true }))
    await server.db.tenant(fleet.id, (tx) =>
      recordEstimate({ tx, clock: server.services.now }, orderKey, { lines }),
    )
    await approve()
    const rounded = await bill([line(service.id, '98.00'), line(brakes.id, '62.00')])
    expect(rounded).toContain(
      'with discount and tax the final amount is $169.21, which is more than was approved.',
    )
    expect(rounded).not.toContain('work that was rejected')
    await approve()
    expect(await bill([line(service.id, '170.00')])).toContain(
      'the final amount is $170.00 before tax, but only $160.00 was approved.',
    )
    await approve()
    // The line that the shop removed before the last approval no longer counts.
    const last = await bill([line(service.id, '180.00'), line(tires.id, '5.00')])
    expect(last).toContain('the final amount is $185.00 before tax, but only $170.00 was approved.')
    expect(last).toContain('the final bill includes work that was not approved: Tires.')
    expect(last).not.toContain('work that was rejected')
    const { order_services } = (await client.get(`/orders/${order.id}`)).body as {
      order_services: { id: number; service_definition_id: number; status: string }[]
    }
    const counted = order_services.filter(({ status }) => status === 'awaiting_approval')
    expect(counted).toHaveLength(2)
    await approve({
      order_services: counted.map(({ id, service_definition_id: known }) =>
        known === tires.id
          ? { id, status: 'rejected', rejection_reason: 'too_expensive' }
          : { id, status: 'approved' },
      ),
    })
    // The approved service is on new lines, which the shop wrote again.
    const again = await bill([line(service.id, '180.00'), line(tires.id, '5.00'), line(wipers.id, '2.00')], {
      areRewritten: true,
    })
    expect(again).toContain('the final bill includes work that was rejected.')
    expect(again).toContain('the final bill includes work that was not approved: Wiper blades.')
    // A corrected bill is still a bill (APR-080).
    const mark = new Date()
    await server.db.tenant(fleet.id, (tx) =>
      recordEstimate({ tx, clock: server.services.now }, orderKey, { lines: [line(service.id, '181.00')] }),
    )
    const corrected = (await mailsSince(mark)).find(({ recipient }) => recipient === owner.email)?.text
    expect(corrected).toContain('sent the final bill.')
    expect(corrected).toContain('the final amount is $181.00 before tax, but only $180.00 was approved.')
  })

  it('link to the order from the approval email and text message, in the language of the approver', async () => {
    const { fleet, owner, vehicle, client } = await aStage()
    await wants(owner, 'approvals_required', true, 'fr')
    await server.db.query(sql`
      update users set cell_phone = '5555550134',
        text_notifications = text_notifications || '{"approvals_required": true}' where id = ${owner.id}`)
    const order = await book(client, vehicle)
    await sendNotices()
    const mark = new Date()
    const orderKey = { fleetId: fleet.id, id: order.id }
    await server.db.tenant(fleet.id, (tx) => transitionOrder(tx, orderKey, 'confirm', { shop: true }))
    await server.db.tenant(fleet.id, (tx) =>
      recordEstimate({ tx, clock: server.services.now }, orderKey, { prices: [] }),
    )
    const [mail] = (await mailsSince(mark)).filter(({ recipient }) => recipient === owner.email)
    expect(mail?.subject).toBe('Approbation requise\u00a0: Van 7')
    expect(mail?.text).toContain(`/orders/${order.id}/approvals`)
    const texts = await server.db.query<{ text: string }>(
      sql`select text from text_messages where recipient like '%5555550134' and text like ${`%/orders/${order.id}/approvals?fleet=%`}`,
    )
    expect(texts).toMatchObject([{ text: expect.stringContaining('Approbation requise') }])
  })

  it('tell the booker that the shop declined the appointment, with its reason and a link (SVC-125)', async () => {
    const { fleet, owner, manager, vehicle, client } = await aStage()
    await wants(manager, 'services_canceled', true, 'fr')
    const order = await book(client, vehicle)
    const mark = new Date()
    await server.db.tenant(fleet.id, (tx) =>
      transitionOrder(
        tx,
        { fleetId: fleet.id, id: order.id },
        'cancel',
        { shop: true },
        {},
        { note: 'No lift free' },
      ),
    )
    const mails = await mailsSince(mark)
    expect(subjects(mails)).toEqual(
      [
        [owner.email, 'Appointment declined for Van 7'],
        [manager.email, 'Rendez-vous refusé\u00a0: Van 7'],
      ].sort(),
    )
    const { text } = mails.find(({ recipient }) => recipient === owner.email)!
    expect(text).toContain('Quick <Lane> declined the appointment, so the order is canceled.')
    expect(text).toContain('Reason: No lift free')
    expect(text).toContain(`/orders/${order.id}/approvals?fleet=${fleet.id}`)
    expect(text).toContain('because you requested this appointment')
  })

  it('do not notify the user who canceled it', async () => {
    const { owner, manager, vehicle, client } = await aStage()
    for (const user of [owner, manager]) await wants(user, 'services_canceled')
    const order = await book(client, vehicle)
    const mark = new Date()
    await client.put(`/orders/${order.id}`, { status: 'cancel' }, writeHeaders(undefined, order.rev))
    expect(subjects(await mailsSince(mark))).toEqual([[manager.email, 'Maintenance canceled for Van 7']])
  })
})

const textsTo = (number: string) =>
  server.db.query<{ text: string }>(sql`select text from text_messages where recipient = ${number}`)
const wantsText = (user: User, key: string, phone: string | null, timeZone: string) =>
  server.db.query(sql`
    update users set text_notifications = jsonb_build_object(${key}::text, true), cell_phone = ${phone}, time_zone = ${timeZone}
    where id = ${user.id}`)
/** A time zone where it is this hour now. */
function zoneAt(hour: number): string {
  const ahead = (hour - new Date().getUTCHours() + 24) % 24
  return ahead <= 12 ? `Etc/GMT-${ahead}` : `Etc/GMT+${24 - ahead}`
}

describe('a text message about an order (USR-054, USR-055)', () => {
  it('goes to users who turned texts on, immediately by day, after the quiet hours by night, and needs a number', async () => {
    const { owner, manager, driver, vehicle, client } = await aStage()
    await wantsText(owner, 'appointment_requested', '6145550101', zoneAt(12))
    await wantsText(driver, 'appointment_requested', '6145550102', zoneAt(2))
    await wantsText(manager, 'appointment_requested', null, zoneAt(12))
    await server.db.query(sql`update users set language = 'fr' where id = ${driver.id}`)
    const mark = new Date()
    await book(client, vehicle)
    // No one turned email on.
    expect(await mailsSince(mark)).toEqual([])
    expect((await textsTo('6145550101'))[0]?.text).toMatch(
      /^Wheelbook: Appointment requested for Van 7, Quick <Lane>\. http\S+\/orders\/\d+\/approvals\?fleet=\d+$/,
    )
    expect((await textsTo('6145550102'))[0]?.text).toMatch(
      /^Wheelbook\u00a0: Rendez-vous demandé\u00a0: Van 7, /,
    )
    const page = async (user: User) =>
      (await (await server.as(user)).get('/users/me/reminders')).body.reminders
    expect(await page(manager)).toEqual([
      expect.objectContaining({
        channel: 'text',
        state: 'withheld',
        reason: 'no_phone',
        vehicle: { id: vehicle.id, name: 'Van 7' },
        about: expect.objectContaining({ kind: 'order', event: 'appointment_requested' }),
      }),
    ])
    const [byDay] = await page(owner)
    expect([byDay.state, byDay.is_moved]).toEqual(['on_its_way', false])
    const [byNight] = await page(driver)
    expect([byNight.state, byNight.is_moved]).toEqual(['on_its_way', true])
    expect(Date.parse(byNight.at)).toBeGreaterThan(Date.now() + 3_600_000)
  })
})

describe('the unsubscribe link', () => {
  it('is in the email, ends only this kind by one POST, and can be undone (RFC 8058)', async () => {
    const { owner, vehicle, client } = await aStage()
    for (const key of ['appointment_requested', 'services_canceled']) await wants(owner, key)
    await book(client, vehicle)
    await sendNotices()
    const [mail] = await server.db.query<{ text: string; html: string; unsubscribe: string }>(
      sql`select text, html, unsubscribe from mails where recipient = ${owner.email}`,
    )
    expect(mail!.text).toContain(`Unsubscribe from these notices: ${mail!.unsubscribe}`)
    expect(mail!.html).toContain(`href="${mail!.unsubscribe}"`)
    const address = server.url + new URL(mail!.unsubscribe).pathname
    expect(await (await fetch(address)).text()).toContain('notices of requested appointments')
    const chosen = async () => {
      const [row] = await server.db.query<{ on: object }>(
        sql`select email_notifications as on from users where id = ${owner.id}`,
      )
      return row!.on
    }
    expect(await chosen()).toEqual({ appointment_requested: true, services_canceled: true })
    expect((await fetch(address, { method: 'POST' })).status).toBe(200)
    expect(await chosen()).toEqual({ appointment_requested: false, services_canceled: true })
    await fetch(`${address}?undo`, { method: 'POST' })
    expect(await chosen()).toEqual({ appointment_requested: true, services_canceled: true })

    // Without a choice, the default applies again: an explicit one would send more emails.
    await server.db.query(sql`update users set email_notifications = '{}' where id = ${owner.id}`)
    await fetch(address, { method: 'POST' })
    expect(await chosen()).toEqual({ appointment_requested: false })
    for (const _ of ['once', 'twice']) await fetch(`${address}?undo`, { method: 'POST' })
    expect(await chosen()).toEqual({})
  })
})

describe('a notice that fails', () => {
  /** As a transfer does to an open order. */
  const moveAway = async (vehicle: { id: number; fleetId: number }) => {
    const other = await server.build.fleet()
    await server.db.system(async (tx) => {
      await tx.query(sql`delete from vehicle_drivers where vehicle_id = ${vehicle.id}`)
      await tx.query(sql`
        insert into former_vehicles (fleet_id, vehicle_id, display_name, vehicle_type_id)
        select fleet_id, id, display_name, vehicle_type_id from vehicles where id = ${vehicle.id}`)
      for (const table of ['shop_orders', 'reminders'])
        await tx.executeSql(`update ${table} set vehicle_has_left = true where vehicle_id = $1`, [vehicle.id])
      await tx.query(sql`update vehicles set fleet_id = ${other.id} where id = ${vehicle.id}`)
    })
  }

  it('does not come from a vehicle that has left since', async () => {
    const { owner, vehicle, client } = await aStage()
    await wants(owner, 'appointment_requested')
    const mark = new Date()
    const order = await book(client, vehicle)
    await moveAway(vehicle)
    expect((await mailsSince(mark)).map(({ recipient }) => recipient)).toEqual([owner.email])
    const records = await server.db.query(sql`
      select vehicle_has_left from reminders where kind = 'order' and (facts ->> 'order_id')::bigint = ${order.id}`)
    expect(records).toEqual([{ vehicle_has_left: true }])
  })

  it('does not stop the notices of others, and is sent later, once', async () => {
    const [failing, other] = [await aStage(), await aStage()]
    for (const { owner } of [failing, other]) await wants(owner, 'appointment_requested')
    await server.db.executeSql(
      `alter table mails add constraint failing check (recipient <> '${failing.owner.email}') not valid`,
      [],
    )
    const mark = new Date()
    await book(failing.client, failing.vehicle)
    await book(other.client, other.vehicle)
    expect((await mailsSince(mark)).map(({ recipient }) => recipient)).toEqual([other.owner.email])
    await server.db.executeSql('alter table mails drop constraint failing', [])
    await server.db.query(sql`
      update shop_order_activity_items set notices_retry_at = now() - interval '1 minute'
      where notices_retry_at is not null`)
    await sendNotices()
    const recipients = (await mailsSince(mark)).map(({ recipient }) => recipient)
    expect(recipients.sort()).toEqual([failing.owner.email, other.owner.email].sort())
  })
})

describe('a fleet with many pending entries', () => {
  it('does not delay those of other fleets', async () => {
    const [busy, other] = [await aStage(), await aStage()]
    await wants(other.owner, 'appointment_requested')
    const order = await book(busy.client, busy.vehicle)
    await server.db.query(sql`
      insert into shop_order_activity_items (fleet_id, order_id, acting_party, activity_type, total)
      select ${busy.fleet.id}, ${order.id}, 'shop', 'confirm', 5 from generate_series(1, 150)`)
    await book(other.client, other.vehicle)
    const mark = new Date()
    await server.services.orderNotices.sendPending()
    const mails = await server.db.query(sql`select recipient from mails where created_at > ${mark}`)
    expect(mails).toEqual([{ recipient: other.owner.email }])
    await sendNotices()
  })

  it('has none for activities that send no messages', async () => {
    const { owner, vehicle, client } = await aStage()
    const order = await book(client, vehicle)
    await client.put(`/orders/${order.id}`, { po_number: 'PO 5' }, writeHeaders(undefined, order.rev))
    const items = await server.db.query(sql`
      select activity_type, told_at is null as is_pending from shop_order_activity_items
      where order_id = ${order.id} and acting_user_id = ${owner.id} order by id`)
    expect(items).toEqual([
      { activity_type: 'request', is_pending: true },
      { activity_type: 'po_number', is_pending: false },
    ])
    await sendNotices()
  })
})
