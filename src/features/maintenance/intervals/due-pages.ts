import type { Mode } from '#src/session/mode.ts'

interface Asked {
  /** Empty: all vehicles of the fleet. */
  vehicleIds: readonly number[]
  mode: Mode
}

/**
 * Reads the due intervals of vehicles page by page until an empty one. A single vehicle and a management company need
 * only one page (SCH-045 to SCH-047).
 * @param read returns one page, from 1
 * @param onPage called after each page with all rows so far
 */
export async function readDuePages<Row>(
  read: (page: number) => Promise<readonly Row[]>,
  { vehicleIds, mode }: Asked,
  onPage: (rows: readonly Row[]) => void = () => {},
): Promise<readonly Row[]> {
  const rows: Row[] = []
  const isOnePage = vehicleIds.length === 1 || mode === 'fmc'
  for (let page = 1; ; page += 1) {
    const next = await read(page)
    if (next.length === 0) return rows
    rows.push(...next)
    if (isOnePage) return rows
    onPage([...rows])
  }
}
