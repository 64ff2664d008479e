import { addDays, daysBetween } from '#domain/core/days.ts'

/** Parameters of the world; the same seed creates the same world. */
export interface Scale {
  vehicles: number
  days: number
  /** First day, 'YYYY-MM-DD'. */
  from: string
  seed: number
}
export const ZONES = ['America/New_York', 'America/Los_Angeles', 'America/Halifax'] as const
/** UTC hour of all user actions: the same calendar day in all zones, after every morning. */
export const ACTION_HOUR_UTC = 20
export const EVERY_MILES = 5000
/** The services of the schedule: by distance or months, and by months alone. */
export const ITEMS = [
  { name: 'Oil change', miles: EVERY_MILES, months: 6 },
  { name: 'Inspection', miles: null, months: 12 },
] as const

export interface Driver {
  zone: string | null
  language: 'en' | 'fr'
  /** Days on which maintenance reminders are toggled: off, on, off … */
  switches: string[]
  wants: { twenty_four_hour_reminder: boolean; one_hour_reminder: boolean }
}
export interface Appointment {
  madeOn: string
  at: Date
  /** Null: not canceled. */
  canceledOn: string | null
}
export interface ScriptedVehicle {
  name: string
  fleet: number
  driver: Driver
  /** Day and value of the first reading; later ones follow every ten days at a constant rate. */
  bought: string
  start: number
  perDay: number
  /** Days from an item being due soon to being done, per cycle. */
  delays: number[][]
  snoozes: { on: string; until: string }[]
  expires: string
  appointments: Appointment[]
}

/** Creates a random world whose due items the reference can compute (reference.ts). */
export function scriptOf({ vehicles, days, from, seed }: Scale): ScriptedVehicle[] {
  const random = randomFrom(seed)
  const between = (low: number, high: number) => low + Math.floor(random() * (high - low + 1))
  const someDays = (gap: [number, number]) => {
    const found: string[] = []
    for (let n = between(1, gap[1]); n < days; n += between(...gap)) found.push(addDays(from, n))
    return found
  }
  return Array.from({ length: vehicles }, (_, n) => {
    const fleet = n % fleetsOf(vehicles)
    const other = ['America/Phoenix', ...ZONES][between(0, 3)] ?? null
    return {
      name: `Van ${n}`,
      fleet,
      driver: {
        zone: random() < 0.5 ? null : other,
        language: random() < 0.5 ? 'en' : 'fr',
        switches: random() < 0.3 ? someDays([20, 120]) : [],
        wants: { twenty_four_hour_reminder: random() < 0.7, one_hour_reminder: random() < 0.7 },
      },
      bought: addDays(from, -between(31, 180)),
      start: EVERY_MILES * between(0, 20),
      perDay: between(10, 60),
      delays: ITEMS.map(() => Array.from({ length: 40 }, () => between(1, 70))),
      snoozes: someDays([60, 300]).map((on) => ({
        on,
        until: addDays(on, 7 * [1, 2, 4, 8, 13][between(0, 4)]!),
      })),
      expires: addDays(from, between(0, days)),
      appointments: someDays([15, 90]).flatMap((day) => {
        const madeOn = addDays(day, -5)
        const at = new Date(`${day}T${String(between(11, 23)).padStart(2, '0')}:00:00Z`)
        return daysBetween(from, madeOn) < 0
          ? []
          : [{ madeOn, at, canceledOn: random() < 0.2 ? addDays(day, -between(1, 2)) : null }]
      }),
    }
  })
}

/** Fleets of twenty vehicles, so that a manager's email has room for everything due. Each zone has some. */
export const fleetsOf = (vehicles: number) => Math.max(ZONES.length, Math.ceil(vehicles / 20))
export const zoneOf = (fleet: number): string => ZONES[fleet % ZONES.length] ?? 'UTC'

/** Mulberry32: small, and the same on every machine. */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
