import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addDays, localToday } from '#domain/core/days.ts'
import { BOOKING_DAYS } from '#domain/core/limits.ts'
import { toFailure } from '#src/api/failure.ts'
import { timesQuery } from './times.queries.ts'

/** A date and time in the shop's time zone; '' until chosen. */
export interface ChosenTime {
  date: string
  appointment_datetime: string
}

export interface TimesOf {
  shopId: number | null
  vehicleId: number | null
  serviceIds: readonly number[]
  value: ChosenTime
}

/** A shop's next free times, and those of the chosen day. */
export function useShopTimes({ shopId, vehicleId, serviceIds, value }: TimesOf) {
  const [isDayChosen, setDayChosen] = useState(false)
  const isKnown = shopId !== null && vehicleId !== null
  const params = { shopId: shopId ?? 0, vehicleId: vehicleId ?? 0, serviceIds }
  const next = useQuery({ ...timesQuery({ ...params, date: '' }), enabled: isKnown })
  const here = localToday()
  // The first response contains the shop's bookable range. Until then, assume this device's date.
  const first = next.data?.first_date ?? addDays(here, -1)
  const last = next.data?.last_date ?? addDays(here, BOOKING_DAYS + 1)
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value.date)
  const isOutOfReach = isDay && (value.date < first || value.date > last)
  const own = useQuery({
    ...timesQuery({ ...params, date: value.date }),
    enabled: isKnown && isDay && !isOutOfReach,
  })
  // Distinguishes a day outside the shop's calendar from every other failure.
  const isRefused = own.error !== null && toFailure(own.error).fields.date !== undefined
  const nextDays = next.data?.days ?? []
  const ownDay = own.data?.days[0]
  // Replaces a stored or missing day with the first one that has free times. The shop may be closed today.
  const isStale = !isDayChosen && (!isDay || isOutOfReach || ownDay?.times.length === 0)
  const firstFree = nextDays.find(({ times }) => times.length > 0)
  const day = isStale && firstFree ? firstFree : (ownDay ?? nextDays.find(({ date }) => date === value.date))
  const query = isStale || !isDay ? next : own
  const isSettled = query.data !== undefined && !query.isFetching
  const times = day?.times ?? []
  return {
    date: isStale && firstFree ? firstFree.date : value.date,
    chooseDay: () => setDayChosen(true),
    /** The shop's first day is loading. Setting it now would interrupt a user who is typing. */
    isAwaited: value.date === '' && next.isPending && isKnown,
    first: next.data?.first_date ?? here,
    last: next.data?.last_date ?? addDays(here, BOOKING_DAYS),
    zone: (own.data ?? next.data)?.time_zone ?? '',
    nextDays,
    times,
    isOutOfReach: !isStale && (isOutOfReach || isRefused),
    /** Why the times could not be loaded. */
    failure: query.error === null || isRefused || isOutOfReach ? undefined : toFailure(query.error),
    retry: () => void query.refetch(),
    isEmpty: isSettled && times.length === 0 && !isOutOfReach,
    /** The chosen time is no longer free. */
    isGone:
      value.appointment_datetime !== '' &&
      isSettled &&
      !times.some((time) => time.appointment_datetime === value.appointment_datetime),
  }
}
export type ShopTimes = ReturnType<typeof useShopTimes>
