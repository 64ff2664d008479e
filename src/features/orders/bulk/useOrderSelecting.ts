import type { GridValidRowModel } from '@mui/x-data-grid'
import { useCallback, useEffect, useRef, useState } from 'react'
import { BULK_ACTION_MAX, ORDERS_PER_PAGE_MAX } from '#domain/core/limits.ts'
import { useSelecting } from '#src/features/vehicles/bulk-actions/useSelecting.tsx'

const PAGES_MAX = Math.ceil(BULK_ACTION_MAX / ORDERS_PER_PAGE_MAX)

/**
 * Returns whether orders are being selected in a paged grid, which ones, and the column for it.
 * @param targetOf the order of a row; null: the row is not an order. Must be stable across renders
 */
export function useOrderSelecting<Row extends GridValidRowModel>(
  rows: readonly Row[] | undefined,
  targetOf: (row: Row) => { id: number; name: string } | null,
  /** Reads a page of `ORDERS_PER_PAGE_MAX` rows of the list. */
  readPage: (page: number, signal: AbortSignal) => Promise<{ rows: readonly Row[]; total_count: number }>,
) {
  const page = useRef<readonly Row[]>([])
  const [seen] = useState(() => new Map<number, Row>())
  useEffect(() => {
    page.current = rows ?? []
    // A selection spans pages, and its file includes the rows of the pages before.
    for (const row of page.current) {
      const target = targetOf(row)
      if (target) seen.set(target.id, row)
    }
  }, [rows, seen, targetOf])
  /** Returns the ids of all orders of the list, which has at most `BULK_ACTION_MAX` rows. */
  const readAll = async (signal: AbortSignal) => {
    const ids: number[] = []
    for (let nth = 1, isLast = false; !isLast && nth <= PAGES_MAX; nth++) {
      const { rows: found, total_count: total } = await readPage(nth, signal)
      signal.throwIfAborted()
      for (const row of found) {
        const target = targetOf(row)
        if (!target) continue
        seen.set(target.id, row)
        ids.push(target.id)
      }
      isLast = nth * ORDERS_PER_PAGE_MAX >= total
    }
    return ids
  }
  const order = useCallback(() => page.current.flatMap((row) => targetOf(row)?.id ?? []), [targetOf])
  return { ...useSelecting({ targetOf, order }), order, seen, readAll }
}
export type OrderSelecting<Row extends GridValidRowModel> = ReturnType<typeof useOrderSelecting<Row>>
