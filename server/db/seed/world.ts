import type { ShopRow } from '#server/db/seed/core/rows.ts'
import { createDemoFiles } from '#server/db/seed/files/demo-files.ts'
import { createCards } from '#server/db/seed/fleet/cards.ts'
import { assignDrivers, authorsIn } from '#server/db/seed/fleet/drivers.ts'
import { createAccounts, createFleets, createLinks, planFleets } from '#server/db/seed/fleet/fleets.ts'
import { createPeople, createUserAccounts } from '#server/db/seed/fleet/people.ts'
import { createServices } from '#server/db/seed/fleet/services.ts'
import { createFavorites, createShops, shopsFor } from '#server/db/seed/fleet/shops.ts'
import { createVehicles, type DemoVehicle } from '#server/db/seed/fleet/vehicles.ts'
import { createGlovebox } from '#server/db/seed/maintenance/glovebox.ts'
import { createHistories } from '#server/db/seed/maintenance/histories.ts'
import { createCurrentReadings } from '#server/db/seed/maintenance/odometers.ts'
import { createOrders } from '#server/db/seed/maintenance/orders.ts'
import {
  createMarks,
  createTemplates,
  createVehicleSchedules,
} from '#server/db/seed/maintenance/schedules.ts'
import { createTelematics } from '#server/db/seed/maintenance/telematics.ts'
import { createVisits, type DemoVisit } from '#server/db/seed/maintenance/visits.ts'
import {
  createAgreedPrices,
  createCompanySettings,
  createPolicies,
} from '#server/db/seed/orders/booking-settings.ts'
import { createOpenOrders } from '#server/db/seed/orders/open-orders.ts'
import { createPromotions } from '#server/db/seed/orders/promotions.ts'
import type { FleetPlan } from '#server/db/seed/tables/fleet-plan.ts'
import { AFFILIATION } from '#server/db/seed/tables/fleets.ts'
import { DEMO_USERS } from './accounts.ts'

export interface WorldOptions {
  /** 'YYYY-MM-DD'. All dates depend on it; ids do not. */
  today: string
  /** Vehicles of the big fleet. Default: 2,000; fewer for a quick test. */
  bigFleetVehicles?: number
}

export type DemoWorld = Awaited<ReturnType<typeof createWorld>>

/** Creates the demo world (ruling 2): rows for every table and the files of the documents. Deterministic. */
export async function createWorld({ today, bigFleetVehicles = 2000 }: WorldOptions) {
  const files = await createDemoFiles()
  const plans = planFleets(bigFleetVehicles)
  const users = createPeople(plans, today)
  const shops = createShops()
  const vehicles = plans.flatMap((plan) => createVehicles(plan, today))
  const drivers = assignDrivers(plans, vehicles, users)
  const authors = authorsIn(users, drivers)
  const nearShops = cached((vehicle: DemoVehicle) => shopsFor(vehicle, shops))
  const shopsOf = (visit: DemoVisit) => nearShops(visit.vehicle)

  const visits = vehicles.flatMap(createVisits)
  const orders = createOrders(visits, shopsOf, (visit) => authors(visit.vehicle), files, today)
  const open = createOpenOrders(vehicles, nearShops, users, authors, today)
  const histories = createHistories(visits, shopsOf, (visit) => authors(visit.vehicle).all, files, today)
  const glovebox = createGlovebox(vehicles, authors, files, today)
  const schedules = createTemplates()
  const demoAddresses = new Set(DEMO_USERS.map(({ email }) => email))
  return {
    files,
    affiliations: [AFFILIATION],
    accounts: createAccounts(),
    fleets: createFleets(plans, today),
    fleetLinks: createLinks(plans),
    users,
    userAccounts: createUserAccounts(users),
    paymentMethods: createCards(plans, users),
    serviceDefinitions: createServices(),
    shops,
    favoriteShops: createFavorites(
      users,
      ({ email }) => demoAddresses.has(email),
      (id) => shopsNear(plans, id, shops),
    ),
    vehicles: vehicles.map(({ row }) => row),
    vehicleDrivers: drivers,
    orders: orders.orders,
    orderServices: orders.services,
    openOrders: open.orders,
    openOrderServices: open.services,
    companySettings: createCompanySettings(),
    agreedPrices: createAgreedPrices(),
    policies: createPolicies(plans, users, vehicles),
    promotions: createPromotions(today),
    histories: histories.histories,
    historyServices: histories.services,
    gloveboxItems: glovebox.items,
    documents: [...histories.documents, ...orders.documents, ...glovebox.documents],
    odometerReadings: [...createCurrentReadings(vehicles, today), ...orders.readings, ...histories.readings],
    telematicsSnapshots: createTelematics(vehicles, today),
    scheduleTemplates: schedules.templates,
    scheduleItems: schedules.items,
    vehicleSchedules: createVehicleSchedules(vehicles),
    serviceMarks: createMarks(vehicles, visits, schedules.items, today),
  }
}

function shopsNear(plans: readonly FleetPlan[], fleetId: number, shops: readonly ShopRow[]): ShopRow[] {
  const towns = new Set(plans.find(({ id }) => id === fleetId)?.bases.map(({ city }) => city))
  return shops.filter(({ city }) => towns.has(city))
}

function cached<K extends object, V>(compute: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>()
  return (key) => {
    const value = known.get(key) ?? compute(key)
    known.set(key, value)
    return value
  }
}
