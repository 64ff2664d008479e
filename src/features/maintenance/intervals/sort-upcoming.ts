import type { UpcomingRow } from './upcoming-rows.ts'

interface RowNames {
  interval: (row: UpcomingRow) => string
  services: (row: UpcomingRow) => string
}

const collator = new Intl.Collator()

/**
 * Sorts upcoming rows by a column of the grid, for a file: empty cells first, as in the grid. 'urgency' and
 * unknown columns keep the order.
 */
export function sortUpcoming(
  rows: readonly UpcomingRow[],
  sort: string,
  names: RowNames,
): readonly UpcomingRow[] {
  const keys: Partial<Record<string, (row: UpcomingRow) => string | number | null>> = {
    vehicle: (row) => row.vehicleName,
    interval: names.interval,
    services: names.services,
    due_at: (row) => row.interval.due_at,
    odometer: (row) => row.odometer,
    due_date: (row) => row.interval.due_date,
    tag: (row) => row.interval.tag,
    snoozed: (row) => row.snoozedUntil,
  }
  const keyOf = keys[sort.replace('-', '')]
  if (!keyOf) return rows
  const sign = sort.startsWith('-') ? -1 : 1
  return rows.toSorted((a, b) => sign * compare(keyOf(a), keyOf(b)))
}

function compare(a: string | number | null, b: string | number | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null)
  return typeof a === 'number' && typeof b === 'number' ? a - b : collator.compare(String(a), String(b))
}
