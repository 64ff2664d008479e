import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { DOCUMENT_TYPES, ROLES } from '#domain/access/permissions.ts'
import { addDays } from '#domain/core/days.ts'
import { COMMENTS_MAX, INVOICE_MAX_BYTES } from '#domain/core/limits.ts'
import { PATTERNS } from '#domain/core/patterns.ts'
import { isZipFor } from '#domain/core/zip.ts'
import { stayOf } from '#domain/orders/shop-stay-rules.ts'
import { hasValidCheckDigit } from '#domain/vehicles/vin.ts'
import { createLocalVehicleCatalog } from '#server/integrations/vehicle-catalog/local.ts'
import { DEMO_ACCOUNTS } from './accounts.ts'
import { createWorld, type DemoWorld } from './world.ts'

const today = '2026-11-20'
let world: DemoWorld

beforeAll(async () => {
  world = await createWorld({ today })
})

const vehiclesOf = (fleetId: number) => world.vehicles.filter(({ fleet_id }) => fleet_id === fleetId)

describe('the demo world (ruling 2)', () => {
  it('knows the location of each fleet with a base, so that its users can save their preferences (USR-059)', () => {
    const based = world.fleets.filter(({ zip }) => zip !== null)
    for (const { country, zip } of based) expect(isZipFor(country, zip ?? '')).toBe(true)
    expect(based.map(({ country }) => country)).toContain('CA')
    expect(based.length).toBeGreaterThanOrEqual(12)
  })

  it('has thirteen fleets of one management company: one of 2,000 vehicles, one Canadian, one with fuel cards, one empty', () => {
    expect(world.affiliations).toHaveLength(1)
    expect(world.fleets).toHaveLength(13)
    expect(vehiclesOf(1)).toHaveLength(2000)
    expect(vehiclesOf(2).every(({ odometer_units }) => odometer_units === 'km')).toBe(true)
    expect(new Set(vehiclesOf(3).map(({ fleetcor_enrolled }) => fleetcor_enrolled))).toEqual(
      new Set([true, false]),
    )
    expect(vehiclesOf(4)).toHaveLength(0)
    expect(world.vehicles.some(({ is_active }) => !is_active)).toBe(true)
  })

  it('has a user of every role and no duplicate email address', () => {
    const roles = new Set(world.users.flatMap((user) => user.roles))
    expect([...roles].sort()).toEqual([...ROLES].sort())
    const addresses = world.users.map(({ email }) => email)
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const { email, cell_phone } of world.users) {
      expect(email).toBe(email.toLowerCase())
      expect(email).toMatch(/^[a-z0-9.-]+@[a-z]+\.example$/)
      expect(cell_phone).toMatch(/^\d{3}55501\d\d$/)
    }
  })

  it('lists demo accounts that exist, one of each role, and a driver with two vehicles', () => {
    expect(new Set(DEMO_ACCOUNTS.map(({ role }) => role))).toEqual(new Set(ROLES))
    for (const { email, role } of DEMO_ACCOUNTS) {
      expect(world.users.find((user) => user.email === email)).toMatchObject({
        roles: [role],
        is_active: true,
      })
    }
    const driver = world.users.find(({ email }) => email === 'driver@harborline.example')
    expect(world.vehicleDrivers.filter(({ user_id }) => user_id === driver?.id)).toHaveLength(2)
  })

  it('gives every vehicle a unique VIN that decodes to its year, make and model', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'wheelbook-vpic-'))
    const catalog = createLocalVehicleCatalog({ folder })
    try {
      const kinds = new Map<string, DemoWorld['vehicles'][number]>()
      for (const vehicle of world.vehicles) {
        expect(hasValidCheckDigit(vehicle.vin)).toBe(true)
        kinds.set(vehicle.vin.slice(0, 8) + vehicle.vin.slice(9, 11), vehicle)
      }
      expect(new Set(world.vehicles.map(({ vin }) => vin)).size).toBe(world.vehicles.length)
      for (const { vin, year, make, model } of kinds.values()) {
        const decoded = await catalog.decodeVin(vin)
        expect([vin, decoded?.year, decoded?.make.name, decoded?.model.name]).toEqual([
          vin,
          year,
          make,
          model,
        ])
      }
    } finally {
      catalog.close()
      await rm(folder, { recursive: true, force: true })
    }
  })

  it('has about ten visits per vehicle in two years, none in the future, and odometers that only rise', () => {
    const perVehicle = (world.orders.length + world.histories.length) / world.vehicles.length
    expect(perVehicle).toBeGreaterThan(8)
    expect(perVehicle).toBeLessThan(12)
    const days = world.odometerReadings.map(({ read_on }) => read_on).sort()
    expect(days[0]).toBe(addDays(today, -729))
    expect((days.at(-1) ?? '') <= today).toBe(true)
    const readings = Map.groupBy(world.odometerReadings, ({ vehicle_id }) => vehicle_id)
    for (const own of readings.values()) {
      const values = own.sort((a, b) => (a.read_on < b.read_on ? -1 : 1)).map(({ value }) => value)
      expect(values).toEqual([...values].sort((a, b) => a - b))
    }
    expect(new Set(world.orderServices.map(({ status }) => status))).toEqual(
      new Set(['complete', 'rejected']),
    )
  })

  it('follows the validation rules of the product', () => {
    const countries = new Map(world.fleets.map(({ id, country }) => [id, country]))
    for (const history of world.histories) {
      const country = countries.get(history.fleet_id) ?? 'US'
      if (history.zip !== null) expect(isZipFor(country, history.zip)).toBe(true)
      expect(history.customer_comments?.length ?? 0).toBeLessThanOrEqual(COMMENTS_MAX)
      expect(history.shop_id !== null || history.custom_shop_name !== null).toBe(true)
    }
    const positions = new Map(
      world.serviceDefinitions.map((definition) => [definition.id, definition.positions]),
    )
    for (const { service_definition_id, position, price } of world.historyServices) {
      const allowed = positions.get(service_definition_id) ?? []
      expect(position === null ? allowed : allowed.filter((key) => key === position)).toHaveLength(
        position === null ? 0 : 1,
      )
      expect(price).toMatch(PATTERNS.money)
    }
    for (const { document_number } of world.gloveboxItems)
      expect(document_number ?? 'none').toMatch(PATTERNS.noSpaces)
  })

  it('has documents of every type, at every stage of expiry', () => {
    const stage = (day: string | null) => {
      if (day === null) return 'none'
      return day < today ? 'expired' : day < addDays(today, 60) ? 'soon' : 'later'
    }
    for (const type of DOCUMENT_TYPES) {
      const stages = world.gloveboxItems
        .filter((item) => item.document_type === type)
        .map((item) => stage(item.expiration_date))
      expect([...new Set(stages)]).toEqual(expect.arrayContaining(['expired', 'soon', 'later']))
    }
    expect(world.gloveboxItems.some(({ expiration_date }) => expiration_date === null)).toBe(true)
    const withFile = new Set(world.documents.map(({ glovebox_item_id }) => glovebox_item_id))
    expect(world.gloveboxItems.every(({ id }) => withFile.has(id))).toBe(true)
  })

  it("shows every kind of data on the demo driver's vehicles", () => {
    for (const vehicleId of [10_001, 10_002]) {
      const ofVehicle = <T extends { vehicle_id: number }>(rows: readonly T[]) =>
        rows.filter((row) => row.vehicle_id === vehicleId)
      expect(ofVehicle(world.gloveboxItems)).toHaveLength(4)
      expect(ofVehicle(world.telematicsSnapshots)).toHaveLength(1)
      expect(ofVehicle(world.orders).length).toBeGreaterThan(2)
      expect(ofVehicle(world.histories).length).toBeGreaterThan(1)
    }
    expect(
      world.telematicsSnapshots.find(({ vehicle_id }) => vehicle_id === 10_001)?.fault_codes,
    ).toHaveLength(12)
  })

  it('has about 300 shops at postal codes of their country, and shops for heavy trucks in every town', () => {
    expect(world.shops.length).toBeGreaterThan(290)
    for (const shop of world.shops) expect(isZipFor(shop.country, shop.zip)).toBe(true)
    const towns = new Set(world.shops.map(({ city }) => city))
    const heavy = new Set(
      world.shops.filter((shop) => shop.support_medium_and_heavy_duty).map(({ city }) => city),
    )
    expect(heavy).toEqual(towns)
  })

  it('has real files of three kinds, small enough to be invoices', () => {
    const heads = { 'application/pdf': '%PDF-1.4', 'image/jpeg': '\xff\xd8\xff', 'image/png': '\x89PNG' }
    for (const { bytes, contentType } of world.files.byKey.values()) {
      expect(bytes.toString('latin1').startsWith(heads[contentType])).toBe(true)
      expect(bytes.length).toBeLessThanOrEqual(INVOICE_MAX_BYTES)
    }
    const kinds = world.documents.map(({ file }) => world.files.byKey.get(file)?.contentType)
    expect(new Set(kinds)).toEqual(new Set(Object.keys(heads)))
  })

  it('writes PDFs whose cross-reference table is correct', () => {
    const pdf = world.files.byKey.get('CA-invoice-0')?.bytes.toString('latin1') ?? ''
    const start = Number(pdf.match(/startxref\n(\d+)/)?.[1])
    expect(pdf.slice(start, start + 4)).toBe('xref')
    const offsets = [...pdf.matchAll(/^(\d{10}) 00000 n/gm)].map(([, offset]) => Number(offset))
    expect(offsets.map((offset) => pdf.slice(offset, offset + 7))).toEqual(
      [1, 2, 3, 4, 5, 6].map((n) => `${n} 0 obj`),
    )
    const stream = pdf.match(/<< \/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/)
    expect(stream?.[2]).toHaveLength(Number(stream?.[1]))
  })

  it('is the same on every run', async () => {
    const [once, again] = await Promise.all([
      createWorld({ today, bigFleetVehicles: 30 }),
      createWorld({ today, bigFleetVehicles: 30 }),
    ])
    expect(again).toEqual(once)
  })

  it('keeps ids and VINs on other days and with other sizes', async () => {
    const later = await createWorld({ today: '2027-03-01', bigFleetVehicles: 30 })
    const names = new Map(world.vehicles.map((vehicle) => [vehicle.id, vehicle.vin]))
    for (const { id, vin } of later.vehicles) expect(names.get(id)).toBe(vin)
    const items = new Set(world.gloveboxItems.map(({ id }) => id))
    for (const { id } of later.gloveboxItems) expect(items.has(id)).toBe(true)
    expect(later.users.filter((user) => user.fleet_id === 2).map(({ email }) => email)).toEqual(
      world.users.filter((user) => user.fleet_id === 2).map(({ email }) => email),
    )
  })
})

describe('open orders', () => {
  it('exist in every open status, at most one per vehicle, and none that a policy covers waits for approval', async () => {
    const open = world.openOrders
    expect(new Set(open.map(({ status }) => status))).toEqual(
      new Set(['initiated', 'active', 'awaiting_approval', 'approved', 'walk_in']),
    )
    expect(new Set(open.map(({ vehicle_id }) => vehicle_id)).size).toBe(open.length)
    for (const order of open.filter(({ status }) => status === 'awaiting_approval')) {
      const atOnce = world.policies.filter(
        (policy) => policy.fleet_id === order.fleet_id && policy.auto_approvable,
      )
      for (const { amount } of atOnce) expect(Number(order.pre_tax_sub_total)).toBeGreaterThan(Number(amount))
    }
    const ids = [...world.orders, ...open].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('include vehicles that are late at the shop (SVC-131)', () => {
    const now = Date.parse(`${today}T12:00:00Z`)
    const stays = world.openOrders.map((order) =>
      stayOf(order, now, (at) => new Date(at).toISOString().slice(0, 10)),
    )
    expect(stays.filter((stay) => stay.kind === 'atShop' && stay.isLate).length).toBeGreaterThan(1)
  })

  it('include tax and add up, like completed orders', () => {
    const services = Map.groupBy(
      [...world.orderServices, ...world.openOrderServices].filter(({ status }) => status !== 'rejected'),
      ({ order_id }) => order_id,
    )
    for (const { id, ...order } of [...world.orders, ...world.openOrders]) {
      const work = services.get(id)?.reduce((sum, { total }) => sum + Number(total), 0) ?? 0
      expect(Number(order.pre_tax_sub_total), `${id}`).toBeCloseTo(work, 2)
      expect(Number(order.total), `${id}`).toBeCloseTo(work + Number(order.tax_amount), 2)
    }
    expect(world.orders.filter(({ tax_amount }) => Number(tax_amount) === 0).length).toBeLessThan(
      world.orders.length / 4,
    )
  })

  it('can be booked: some prices are agreed, one company takes no bookings here and one requires a call', () => {
    expect(world.agreedPrices.length).toBeGreaterThan(50)
    expect(world.companySettings.map(({ scheduling }) => scheduling).sort()).toEqual([
      'call',
      'not_supported',
    ])
    const companies = new Set(world.shops.map(({ company_reference_id }) => company_reference_id))
    for (const { reference_id } of world.companySettings) expect(companies).toContain(reference_id)
  })
})
