// The server refuses the features that a brand does not have: every feature on every brand (decision 60).
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { BRAND_FEATURE_NAMES, type BrandFeature, hasFeature } from '#contract/core/brand-features.ts'
import { loadBrands } from '#server/brands/brands.ts'
import { dataUrlOf } from '#tests/support/bulk-files.ts'
import type { ApiResponse, Client } from '#tests/support/client.ts'
import { startTestServer, type TestServer } from '#tests/support/server.ts'
import { vinOf } from '#tests/support/vins.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ config: { trustProxy: 1 } })
})
afterAll(() => server.stop())

const brands = loadBrands()
const once = (rev?: number) => ({
  'idempotency-key': randomUUID(),
  ...(rev !== undefined && { 'if-match': `"${rev}"` }),
})

interface World {
  owner: Client
  visitor: Client
  fleet: { id: number }
  vehicle: { id: number }
}
/** Every call behind a feature, as the screens make it. A membership card is created on the device, without a call. */
const CALLS: Record<BrandFeature, ((world: World) => Promise<ApiResponse>)[]> = {
  signUp: [
    ({ visitor }) => visitor.post('/customers/fleet_signup', {}),
    ({ visitor }) => visitor.post('/customers/fleet_signup/send_otp', { email: 'founder@example.com' }),
  ],
  addVehicles: [
    ({ owner }) =>
      owner.post('/vehicles', { vin: vinOf(), year: 2020, make: 'Ford', model: 'Transit' }, once()),
    ({ owner }) => owner.post('/vehicles/bulk_upsertions', { fileData: dataUrlOf('VIN\n') }),
  ],
  deactivateVehicles: [
    ({ owner, vehicle }) => owner.put(`/vehicles/${vehicle.id}/deactivate`, { is_active: false }, once(1)),
  ],
  enrollVehicles: [
    ({ owner, vehicle }) => owner.put(`/vehicles/${vehicle.id}`, { fleetcor_enrolled: true }, once(1)),
  ],
  telematicsDatabase: [
    ({ owner, fleet }) => owner.put(`/fleets/${fleet.id}`, { databaseName: `db${fleet.id}` }),
  ],
  membershipCard: [],
}
const features = BRAND_FEATURE_NAMES

describe.each(brands)('$key', (brand) => {
  it('gives the signed-in user the features of the fleet’s brand on any host', async () => {
    const fleet = await server.build.fleet({ brand: brand.key, country: brand.country })
    const owner = await server.as(await server.build.user(fleet))
    const { body } = await owner.get('/customers/me')
    expect(body.fleet.features).toEqual(features.filter((feature) => hasFeature(brand, feature)))
  })

  it('refuses exactly the calls of the features that it does not have', async () => {
    const { key, country, subdomains } = brand
    const fleet = await server.build.fleet({ brand: key, country })
    const host = brand.isDefault ? 'localhost' : `${subdomains[0]}.localhost`
    for (const feature of features)
      for (const call of CALLS[feature]) {
        const world = {
          fleet,
          // On any host: after sign-in, the fleet's brand decides.
          owner: await server.as(await server.build.user(fleet)),
          visitor: server.client({ 'x-forwarded-for': '10.7.0.1', 'x-forwarded-host': host }),
          vehicle: await server.build.vehicle(fleet),
        }
        const { status, body } = await call(world)
        const what = [feature, call.toString().slice(0, 90)]
        if (hasFeature(brand, feature)) expect([...what, body.code]).not.toContain('not_offered')
        else expect([...what, status, body.code]).toEqual([...what, 403, 'not_offered'])
      }
  })
})

it('a partner’s own sign-up stays available where a company cannot sign itself up (ACC-120)', async () => {
  const visitor = server.client({ 'x-forwarded-for': '10.7.0.2', 'x-forwarded-host': 'fuelpass.localhost' })
  const response = await visitor.put('/shell_customers/1', {
    email: 'founder@example.com',
    firstName: 'Ada',
    lastName: 'Person',
    cellPhone: '6145550100',
    token: 'never-made',
  })
  expect(response.body.code).toBe('shell_link_invalid')
})
