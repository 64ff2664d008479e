import type { Page } from 'playwright/test'
import type { Builders } from '#tests/support/builders.ts'
import { day, otherRows } from '#tests/support/entries.ts'
import { test as base, signInDirectly } from '../support/fixtures.ts'
import { openLoaded } from '../support/screens.ts'

type Db = Parameters<typeof otherRows>[0]

/**
 * A vehicle of a class that only its fleet uses: oil and rotation every 5,000 mi, fluid every 30,000 mi, a check by
 * months.
 */
export async function aWorld(build: Builders, db: Db, flags: object = {}) {
  const fleet = await build.fleet({ flags })
  const user = await build.user(fleet)
  const vehicle = await build.vehicle(fleet, { name: 'Van 12', odometer: 61_000, added: day(-200) })
  const services: Record<'oil' | 'rotation' | 'fluid' | 'check', { id: number }> = {
    oil: await build.service({ name: 'Oil change' }),
    rotation: await build.service({ name: 'Rotation', positions: ['front', 'rear'] }),
    fluid: await build.service({ name: 'Fluid' }),
    check: await build.service({ name: 'Check' }),
  }
  const { oil, rotation, fluid, check } = services
  const [template] = await db.query<{ id: number }>({
    text: `insert into schedule_templates (fleet_id, duty_class) values ($1, 'car') returning id`,
    values: [fleet.id],
  })
  const item = (ids: number[], miles: number | null, months: number | null) =>
    db.query({
      text: `insert into schedule_items (fleet_id, template_id, service_definition_ids, every_miles, every_kilometers,
        every_months) values ($1, $2, $3, $4, $4, $5)`,
      values: [fleet.id, template?.id, ids, miles, months],
    })
  await item([oil.id, rotation.id], 5000, null)
  await item([fluid.id], 30_000, null)
  await item([check.id], null, 12)
  for (const [value, on] of [
    [50_000, -200],
    [61_000, -1],
  ] as const)
    await otherRows(db).reading(vehicle, { value, on: day(on) })
  // Notifies devices, as the server does after every change.
  await db.query({
    text: `insert into vehicle_schedules (vehicle_id, fleet_id, fingerprint) values ($1, $2, 'made')`,
    values: [vehicle.id, fleet.id],
  })
  return { fleet, user, vehicle, services }
}

export const test = base.extend<{ world: Awaited<ReturnType<typeof aWorld>> }>({
  /** A separate world for each test, with its user signed in. */
  world: async ({ context, build, db }, use) => {
    const world = await aWorld(build, db)
    await signInDirectly(context, build, world.user)
    await use(world)
  },
})

/** Opens the schedule screen once this device has loaded the fleet. */
export const open = (page: Page, vehicle: { id: number }) =>
  openLoaded(page, `/maintenance_schedule_details/${vehicle.id}`)
export const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name })
