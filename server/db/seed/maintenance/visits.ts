import { orderSums, RETAIL_SAVINGS_PERCENT } from '#domain/orders/prices.ts'
import { taxPercent } from '#domain/orders/tax-rates.ts'
import { moneyText } from '#server/db/seed/core/money.ts'
import { type Random, randomFor } from '#server/db/seed/core/random.ts'
import type { DemoVehicle } from '#server/db/seed/fleet/vehicles.ts'
import { type ServiceDefinition, service } from '#server/db/seed/tables/service-definitions.ts'
import { OFTEN_REJECTED, PRICE_FACTOR, VISITS } from '#server/db/seed/tables/visits.ts'

const HISTORY_DAYS = 730
const DAYS_BETWEEN_VISITS = [44, 96] as const

/** One line of a visit. */
interface VisitLine {
  definition: ServiceDefinition
  position: string | null
  cents: number
  isRejected: boolean
}

/** One maintenance visit. `isManual`: entered by hand instead of ordered. */
export interface DemoVisit {
  vehicle: DemoVehicle
  /** 1 is the latest visit. */
  nth: number
  daysAgo: number
  odometer: number
  isManual: boolean
  lines: VisitLine[]
}

/** Returns two years of visits of a vehicle, latest first, about ten. */
export function createVisits(vehicle: DemoVehicle): DemoVisit[] {
  const random = randomFor('visits', vehicle.row.id)
  const visits: DemoVisit[] = []
  let daysAgo = random.int(3, 62)
  while (daysAgo < Math.min(HISTORY_DAYS, vehicle.ageDays - 20)) {
    const isManual = random.chance(0.4)
    visits.push({
      vehicle,
      nth: visits.length + 1,
      daysAgo,
      odometer: Math.round(vehicle.row.odometer - vehicle.perDay * daysAgo),
      isManual,
      lines: createLines(vehicle, random, isManual),
    })
    daysAgo += random.int(...DAYS_BETWEEN_VISITS)
  }
  return visits
}

/** Returns the sums of an ordered visit, with the sales tax of the shop's location. */
export function sumsOf({ lines, vehicle }: DemoVisit) {
  return orderSums(
    lines.filter((line) => !line.isRejected).map((line) => moneyText(line.cents)),
    {
      taxPercent: taxPercent(vehicle.plan.country, vehicle.home.state),
      savingsPercent: RETAIL_SAVINGS_PERCENT,
      promotion: null,
    },
  )
}

function createLines(vehicle: DemoVehicle, random: Random, isManual: boolean): VisitLine[] {
  const { kind } = vehicle.model
  const done = random.pick(VISITS[kind]).map((key) => createLine(vehicle, random, service(key), false))
  spreadPositions(done)
  const isOffered = !isManual && random.chance(0.14)
  const offered = isOffered ? service(random.pick(OFTEN_REJECTED[kind])) : undefined
  if (offered === undefined || done.some(({ definition }) => definition === offered)) return done
  return [...done, createLine(vehicle, random, offered, true)]
}

function createLine(
  vehicle: DemoVehicle,
  random: Random,
  definition: ServiceDefinition,
  isRejected: boolean,
): VisitLine {
  const level = PRICE_FACTOR[vehicle.model.kind] * (vehicle.plan.country === 'CA' ? 1.3 : 1)
  const dollars = Math.round((definition.cents / 100) * level * random.between(0.85, 1.2))
  const position = definition.positions.length === 0 ? null : random.pick(definition.positions)
  return { definition, position, cents: dollars * 100 + random.pick([0, 49, 95, 99]), isRejected }
}

/** Gives repeated services on one visit different positions. Pads and rotors get the same axle. */
function spreadPositions(lines: VisitLine[]): void {
  const [first, second] = lines
  if (first === undefined || second === undefined) return
  const places = second.definition.positions
  if (second.definition === first.definition) {
    const at = places.indexOf(first.position ?? '')
    second.position = places[at ^ 1] ?? second.position
  } else if (first.position !== null && places.includes(first.position)) {
    second.position = first.position
  }
}
