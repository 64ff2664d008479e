import { ACTION_HOUR_UTC, EVERY_MILES, ITEMS, type ScriptedVehicle, zoneOf } from './script.ts'

/** A line that a recipient must get in an email once, from an instant on. */
export interface Expected {
  recipient: string
  vehicle: string
  what: string
  at: number
}
/** A user's action at ACTION_HOUR_UTC of a day, based on what the reference knew of the previous days. */
export interface Done {
  day: string
  vehicle: string
  item: number
  odometer: number
}

const DAY = 86_400_000
export const dayAfter = (day: string, count = 1) =>
  new Date(Date.parse(day) + count * DAY).toISOString().slice(0, 10)
export const count = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / DAY)

/**
 * A slow and simple implementation, independent of the product: computes day by day, for each vehicle, the expected
 * reminders of its driver.
 */
export function expectedOf(script: readonly ScriptedVehicle[], from: string, days: number) {
  const expected = new Map<string, Expected>()
  const done: Done[] = []
  for (const vehicle of script) {
    const driver = {
      recipient: `${key(vehicle)}@example.com`,
      zone: vehicle.driver.zone ?? zoneOf(vehicle.fleet),
    }
    const manager = { recipient: managerOf(vehicle.fleet), zone: zoneOf(vehicle.fleet) }
    const tell = (what: string, day: string) => {
      const morning = atHour(driver.zone, day, 8)
      if (wantsAt(vehicle, morning)) note(driver.recipient, vehicle, what, morning)
      note(manager.recipient, vehicle, what, atHour(manager.zone, day, 8))
    }
    for (const [item, { name }] of ITEMS.entries()) done.push(...walk(vehicle, item, name, from, days, tell))
    for (const left of [30, 7, 0]) {
      // A document older than the first day is reported at its stage on that day.
      const day = dayAfter(vehicle.expires, -left)
      const next = left === 30 ? 7 : left === 7 ? 0 : -1
      const first = day < from ? from : day
      if (count(first, vehicle.expires) > next && count(from, first) < days) tell('plate', first)
    }
    for (const appointment of vehicle.appointments)
      for (const kind of ['twenty_four_hour_reminder', 'one_hour_reminder'] as const) {
        if (!vehicle.driver.wants[kind]) continue
        const at = reminderTime(kind, appointment.at.getTime(), driver.zone)
        const canceled = appointment.canceledOn ? actionTimeOn(appointment.canceledOn) : Infinity
        if (at < canceled && at <= endOf(from, days))
          note(driver.recipient, vehicle, `${kind} ${appointment.at.toISOString()}`, at)
      }
  }
  return { expected: [...expected.values()].sort((a, b) => a.at - b.at), done }

  function note(recipient: string, { name }: ScriptedVehicle, what: string, at: number) {
    // Identical lines on one morning are merged.
    expected.set(`${recipient}|${name}|${what}|${at}`, { recipient, vehicle: name, what, at })
  }
}

export const key = ({ name }: ScriptedVehicle) => name.replace(' ', '-').toLowerCase()
export const actionTimeOn = (day: string) => Date.parse(day) + ACTION_HOUR_UTC * 3_600_000
export const managerOf = (fleet: number) => `manager-${fleet}@example.com`
/** Before the first midnight of the following day. */
export const endOf = (from: string, days: number) => Date.parse(dayAfter(from, days)) + 2 * 3_600_000

/** Simulates one item of a vehicle through all its cycles. @returns when it was done */
function walk(
  vehicle: ScriptedVehicle,
  item: number,
  name: string,
  from: string,
  days: number,
  tell: (what: string, day: string) => void,
): Done[] {
  const { months, miles } = ITEMS[item]!
  const done: Done[] = []
  let cycle = { day: vehicle.bought, odometer: vehicle.start }
  let notified = { soon: false, past: false, woken: new Set<string>() }
  let doAt: string | null = null
  for (let n = 0; n < days; n++) {
    const today = dayAfter(from, n)
    // Known at night: nothing of the current day.
    const reading = readingBefore(vehicle, today)
    const byDate = plusMonths(cycle.day, months)
    const byMiles = miles === null ? Infinity : cycle.odometer + EVERY_MILES
    const isPast = reading > byMiles || today > byDate
    const isSoon = isPast || at(vehicle, today) >= byMiles - 500 || count(today, byDate) <= 30
    if (isSoon) {
      const silent = snoozeEndOn(vehicle, today)
      const isSilent = silent !== null && today < silent
      if (!isPast && !notified.soon) {
        notified.soon = true
        if (!isSilent) tell(`${name} soon`, today)
      }
      if (isPast && !notified.past) {
        notified.past = true
        if (!isSilent) tell(`${name} past`, today)
      }
      if (silent !== null && !isSilent && count(silent, today) < 3 && !notified.woken.has(silent)) {
        notified.woken.add(silent)
        tell(`${name} ${isPast ? 'past' : 'soon'}`, today)
      }
      doAt ??= dayAfter(today, vehicle.delays[item]?.[done.length] ?? 30)
    }
    if (doAt !== null && today >= doAt) {
      cycle = { day: today, odometer: at(vehicle, today) }
      done.push({ day: today, vehicle: vehicle.name, item, odometer: cycle.odometer })
      notified = { soon: false, past: false, woken: new Set() }
      doAt = null
    }
  }
  return done
}

/** The odometer on a day. */
export const at = ({ start, perDay, bought }: ScriptedVehicle, day: string) =>
  start + perDay * count(bought, day)

/** A reading is entered every tenth day, after the night. */
function readingBefore(vehicle: ScriptedVehicle, today: string): number {
  const age = count(vehicle.bought, today) - 1
  return vehicle.start + vehicle.perDay * (age - (age % 10))
}

/** Returns the end of the latest snooze made before a day. */
function snoozeEndOn({ snoozes }: ScriptedVehicle, today: string): string | null {
  return snoozes.filter(({ on }) => on < today).at(-1)?.until ?? null
}

function wantsAt({ driver }: ScriptedVehicle, instant: number): boolean {
  return driver.switches.filter((day) => actionTimeOn(day) <= instant).length % 2 === 0
}

function plusMonths(day: string, months: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const next = new Date(Date.UTC(year, month - 1 + months, 1))
  const length = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate()
  next.setUTCDate(Math.min(date, length))
  return next.toISOString().slice(0, 10)
}

/** Finds the instant of a local hour by trial. */
function atHour(zone: string, day: string, hour: number): number {
  for (let time = Date.parse(day) - 14 * 3_600_000; ; time += 3_600_000)
    if (wallTimeOf(zone, time) === `${day} ${String(hour).padStart(2, '0')}`) return time
}

function reminderTime(kind: string, appointment: number, zone: string): number {
  const wanted = appointment - (kind === 'one_hour_reminder' ? 1 : 24) * 3_600_000
  let time = wanted
  while (isQuiet(zone, time)) time += 3_600_000
  const isUseless = time >= appointment - (kind === 'one_hour_reminder' ? 0 : 2 * 3_600_000)
  return isUseless ? wanted : time
}

function isQuiet(zone: string, time: number): boolean {
  const hour = Number(wallTimeOf(zone, time).slice(-2))
  return hour >= 21 || hour < 7
}

const clocks = new Map<string, Intl.DateTimeFormat>()
/** '2026-03-08 09' */
function wallTimeOf(zone: string, time: number): string {
  let clock = clocks.get(zone)
  if (!clock) {
    const two = '2-digit' as const
    const parts = { year: 'numeric', month: two, day: two, hour: two, hourCycle: 'h23' } as const
    clock = new Intl.DateTimeFormat('en-CA', { timeZone: zone, ...parts })
    clocks.set(zone, clock)
  }
  const of = new Map(clock.formatToParts(time).map(({ type, value }) => [type, value]))
  return `${of.get('year')}-${of.get('month')}-${of.get('day')} ${of.get('hour')}`
}
