import { DUTY_CLASSES, type DutyClass } from '#contract/maintenance/vehicle-schedule.ts'
import { addDays } from '#domain/core/days.ts'
import { firstReading, latestReading, odometerAtStart } from '#domain/maintenance/daily-use.ts'
import { type Completion, type DueInput, type DueItem, dueItems } from '#domain/maintenance/due-rules.ts'
import { type Random, randomFor, uuidFor } from '#server/db/seed/core/random.ts'
import type {
  ScheduleItemRow,
  ScheduleTemplateRow,
  ServiceMarkRow,
  VehicleScheduleRow,
} from '#server/db/seed/core/rows.ts'
import type { DemoVehicle } from '#server/db/seed/fleet/vehicles.ts'
import type { VehicleKind } from '#server/db/seed/tables/vehicle-models.ts'
import { ownSchedules } from '#server/integrations/schedules/own.ts'
import type { DemoVisit } from './visits.ts'

type Tag = DueItem['tag']
/** Percentage of vehicles in each state. */
const STATES: Readonly<Record<Tag, number>> = { 'Past Due': 12, 'Currently Due': 18, Upcoming: 70 }
/** Maximum number of draws to reach the wanted state of an interval. */
const TRIES = 25
const DAYS_PER_MONTH = 30.4

/** Returns the built-in schedules of all classes, for all fleets. */
export function createTemplates(): { templates: ScheduleTemplateRow[]; items: ScheduleItemRow[] } {
  const templates = DUTY_CLASSES.map((duty_class, i) => ({ id: i + 1, fleet_id: null, duty_class }))
  const items = templates.flatMap(({ id, duty_class }) =>
    ownSchedules.forClass(duty_class).map((item, i) => ({
      id: id * 100 + i,
      template_id: id,
      service_definition_ids: [...item.serviceIds],
      every_miles: item.miles,
      every_kilometers: item.kilometers,
      every_months: item.months,
      reason_en: item.reason.en,
      reason_fr: item.reason.fr,
    })),
  )
  return { templates, items }
}

const CLASS_OF: Readonly<Record<VehicleKind, DutyClass>> = {
  car: 'car',
  suv: 'car',
  van: 'van',
  pickup: 'pickup',
  electric: 'electric',
  medium: 'medium',
  heavy: 'heavy',
}

/** Returns the class of each vehicle. */
export function createVehicleSchedules(vehicles: readonly DemoVehicle[]): VehicleScheduleRow[] {
  return vehicles.map(({ row, model }) => ({
    vehicle_id: row.id,
    fleet_id: row.fleet_id,
    duty_class: CLASS_OF[model.kind],
  }))
}

/**
 * Creates marks for work done before the demo's visits or marked by hand, so that some vehicles are due and most are
 * not.
 */
export function createMarks(
  vehicles: readonly DemoVehicle[],
  visits: readonly DemoVisit[],
  items: readonly ScheduleItemRow[],
  today: string,
): ServiceMarkRow[] {
  const visitsOf = Map.groupBy(visits, (visit) => visit.vehicle.row.id)
  return vehicles.flatMap((vehicle) => {
    const own = items.filter(
      ({ template_id }) => template_id === DUTY_CLASSES.indexOf(CLASS_OF[vehicle.model.kind]) + 1,
    )
    return marksOf(vehicle, visitsOf.get(vehicle.row.id) ?? [], own, today)
  })
}

function marksOf(
  vehicle: DemoVehicle,
  visits: readonly DemoVisit[],
  items: readonly ScheduleItemRow[],
  today: string,
): ServiceMarkRow[] {
  const random = randomFor('marks', vehicle.row.id)
  const known = knownOf(vehicle, visits, today)
  const shift = random.int(0, items.length - 1)
  const state = random.weighted(STATES)
  // A showcase vehicle has one interval in each state. If recent work rules a state out, the next interval takes it.
  const wanted: Tag[] = vehicle.isShowcase ? ['Past Due', 'Currently Due'] : [state]
  const settled = (item: ScheduleItemRow, tag: Tag): ServiceMarkRow[] | undefined => {
    for (let n = 0; n < TRIES; n += 1) {
      const marks = drawMarks(vehicle, item, tag, random, today)
      if (tagOf(known, item, marks, today) === tag) return marks
    }
    return undefined
  }
  return [...items.slice(shift), ...items.slice(0, shift)].flatMap((item) => {
    const [next] = wanted
    const marks = next && settled(item, next)
    if (marks) wanted.shift()
    return marks ?? settled(item, 'Upcoming') ?? drawMarks(vehicle, item, 'Upcoming', random, today)
  })
}

/** Draws marks for one item's services that put it at an allowed point of its cycle. */
function drawMarks(
  vehicle: DemoVehicle,
  item: ScheduleItemRow,
  tag: Tag,
  random: Random,
  today: string,
): ServiceMarkRow[] {
  const { row, perDay, ageDays } = vehicle
  const [from, to] = { 'Past Due': [1.02, 1.25], 'Currently Due': [0.92, 0.99], Upcoming: [0.05, 0.8] }[
    tag
  ] as [number, number]
  const every = row.odometer_units === 'km' ? item.every_kilometers : item.every_miles
  const cycle = Math.min(
    every === null ? Infinity : every / perDay,
    (item.every_months ?? Infinity) * DAYS_PER_MONTH,
  )
  const daysAgo = Math.round(cycle * random.between(from, to))
  if (daysAgo >= ageDays - 5) return []
  const odometer = Math.max(0, Math.round(row.odometer - perDay * daysAgo))
  return item.service_definition_ids.map((service_definition_id) => ({
    id: uuidFor('mark', row.id, item.id, service_definition_id),
    act_id: uuidFor('mark', row.id, item.id),
    fleet_id: row.fleet_id,
    vehicle_id: row.id,
    service_definition_id,
    day: addDays(today, -daysAgo),
    odometer,
    unit: row.odometer_units,
    user_id: null,
  }))
}

/** Returns the due engine's input for a vehicle, except its items and marks. */
function knownOf({ row }: DemoVehicle, visits: readonly DemoVisit[], today: string): Omit<DueInput, 'items'> {
  const unit = row.odometer_units
  const read = [...visits, { daysAgo: 1, odometer: row.odometer }].map(({ daysAgo, odometer }) => ({
    value: odometer,
    unit,
    read_on: addDays(today, -daysAgo),
    is_doubtful: false,
    is_void: false,
  }))
  const added = row.created_at.slice(0, 10)
  const before = latestReading(
    read.filter(({ read_on }) => read_on <= added),
    unit,
  )
  const after = firstReading(
    read.filter(({ read_on }) => read_on > added),
    unit,
  )
  return {
    unit,
    readings: read,
    miles_per_month: null,
    start: { day: added, odometer: odometerAtStart(added, before, after) },
    completions: visits.flatMap((visit) =>
      visit.lines
        .filter(({ isRejected }) => !isRejected)
        .map(
          ({ definition }, i): Completion => ({
            id: `${visit.nth}:${i}`,
            service_id: definition.id,
            day: addDays(today, -visit.daysAgo),
            odometer: visit.odometer,
            unit,
            source: 'history',
          }),
        ),
    ),
  }
}

/** Returns an item's tag with these marks. */
function tagOf(
  known: Omit<DueInput, 'items'>,
  item: ScheduleItemRow,
  marks: readonly ServiceMarkRow[],
  today: string,
): Tag | undefined {
  const marked = marks.map(
    (mark): Completion => ({
      id: mark.id,
      service_id: mark.service_definition_id,
      day: mark.day,
      odometer: mark.odometer,
      unit: known.unit,
      source: 'mark',
    }),
  )
  const items = [{ ...item, service_ids: item.service_definition_ids }]
  const [due] = dueItems({ ...known, items, completions: [...known.completions, ...marked] }, today)
  return due?.tag
}
