import type { FreeTime, ScheduleDay } from '#contract/catalog/shops.ts'

/** Number of days, and of times per day, offered as buttons. */
const DAYS = 3
const TIMES = 4

/**
 * Selects free times for buttons: the first days that have any, with times spread over the day. Includes the chosen
 * time.
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

/** Formats '14:00' as 02:00 PM (BRD-038). */
export function formatTime(time: string): string {
  const [hour = '0', minute = '00'] = time.split(':')
  return `${String(Number(hour) % 12 || 12).padStart(2, '0')}:${minute} ${Number(hour) < 12 ? 'AM' : 'PM'}`
}
