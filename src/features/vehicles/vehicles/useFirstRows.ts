import { useEffect, useMemo, useState } from 'react'
import { afterPaint } from '#src/lib/after-paint.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { readFirstRows, writeFirstRows } from '#src/session/first-rows.ts'
import { useHasFeature, useSession } from '#src/session/SessionProvider.tsx'
import { PAGE_SIZE } from '#src/ui/list/paging.ts'
import { type DueState, type VehicleRow, vehicleRows } from './vehicle-rows.ts'

/** Enough for a page of the grid, and for the screen of a phone. */
const ROWS_MAX = PAGE_SIZE

interface FirstRow {
  id: number
  due: DueState
  waiting: number
}

interface FirstRows {
  rows: VehicleRow[]
  /** Number of vehicles in the whole list. */
  total: number
}

/**
 * Returns the first rows as the last visit showed them, until all are read. On a phone, reading and sorting 50,000
 * vehicles takes seconds, and reading the first 50 takes milliseconds. Remembers them for the next visit.
 * @param all all rows in the order of the list; undefined while they are read
 * @param isPlain whether the list shows the beginning of all vehicles, in its usual order
 */
export function useFirstRows(
  all: readonly VehicleRow[] | undefined,
  isPlain: boolean,
): FirstRows | undefined {
  const { user } = useSession()
  const hasEnrollment = useHasFeature('enrollVehicles')
  const [device] = useState({ userId: user.id, fleetId: user.fleet.id })
  const [stored] = useState(() => (all ? null : readFirstRows<FirstRow>(device)))
  const ids = useMemo(() => stored?.rows.map(({ id }) => id) ?? [], [stored])
  const vehicles = useLocalRows(['vehiclesOf', ...ids], (cache) => cache.vehiclesOf(ids), {
    isOptional: true,
  })

  useEffect(() => {
    if (!all || !isPlain) return
    return afterPaint(() => {
      const rows = all.slice(0, ROWS_MAX).map(({ id, due, waiting }) => ({ id, due, waiting }))
      writeFirstRows<FirstRow>(device, { rows, total: all.length })
    })
  }, [all, isPlain, device])

  return useMemo(() => {
    if (all || !isPlain || !stored || !vehicles || vehicles.length === 0) return
    const shown = new Map(stored.rows.map((row) => [row.id, row]))
    const rows = vehicleRows(vehicles, {
      dueOf: (id) => shown.get(id)?.due ?? 'fine',
      waitingOf: (id) => shown.get(id)?.waiting ?? 0,
      hasEnrollment,
    })
    return { rows, total: stored.total }
  }, [all, isPlain, stored, vehicles, hasEnrollment])
}
