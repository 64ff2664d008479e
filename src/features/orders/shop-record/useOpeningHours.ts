import type { ShopDetail } from '#contract/catalog/shops.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { dayRuns, weekdayOf } from './opening-days.ts'

type Hours = Pick<ShopDetail, 'opens_at' | 'closes_at' | 'open_days' | 'today' | 'time_zone'>

/** A Monday, from which the names of weekdays are derived. */
const MONDAY = Date.UTC(2024, 0, 1)
const DAY_MS = 86_400_000

/**
 * Returns the hours of a shop today and in the week: 'Mon – Fri: 8:00 AM – 5:00 PM', with the name of the shop's time
 * zone if its clock differs from the device's.
 */
export function useOpeningHours(): (hours: Hours) => { today: string; week: string } {
  const t = useTexts('shop-record')
  const { language, country, zoneMark } = useFormat()
  const locale = `${language}-${country}`
  const days = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  const times = new Intl.DateTimeFormat(locale, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  const dayName = (weekday: number) => days.format(MONDAY + (weekday - 1) * DAY_MS)
  const timeOf = (time: string) => times.format(Date.parse(`2024-01-01T${time}:00Z`))
  return ({ opens_at, closes_at, open_days, today, time_zone }) => {
    const range = t('shop-record:hours.range', { from: timeOf(opens_at), to: timeOf(closes_at) })
    const times = [range, zoneMark(`${today}T12:00:00Z`, time_zone)].filter(Boolean).join(' ')
    const runs = dayRuns(open_days).map(([first, last]) =>
      first === last
        ? dayName(first)
        : t('shop-record:hours.range', { from: dayName(first), to: dayName(last) }),
    )
    return {
      today: open_days.includes(weekdayOf(today)) ? times : t('shop-record:hours.closed'),
      week: runs.length === 0 ? t('shop-record:hours.closed') : `${runs.join(', ')}: ${times}`,
    }
  }
}
