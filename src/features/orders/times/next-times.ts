import type { FreeTime, ScheduleDay } from '#contract/catalog/shops.ts'

/** Days and times of a day that are offered as buttons. */
const DAYS = 3
const TIMES = 4

/**
 * The next free times, for buttons: the first days that have any, with times over the whole day. A time that is chosen
 * already stays where it is among them.
 */
export function nextTimes(days: readonly ScheduleDay[], chosen: string): ScheduleDay[] {
  return days
    .filter(({ times }) => times.length > 0)
    .slice(0, DAYS)
    .map(({ date, times }) => ({ date, times: spread(times, chosen) }))
}

function spread(times: readonly FreeTime[], chosen: string): FreeTime[] {
  const step = Math.max(1, times.length / TIMES)
  const offered = Array.from({ length: Math.min(TIMES, times.length) }, (_, n) => Math.floor(n * step))
  return times.filter((time, index) => offered.includes(index) || time.appointment_datetime === chosen)
}

/** '14:00' as 02:00 PM (BRD-038). */
export function clock(time: string): string {
  const [hour = '0', minute = '00'] = time.split(':')
  return `${String(Number(hour) % 12 || 12).padStart(2, '0')}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
}
