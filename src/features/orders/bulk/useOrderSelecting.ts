import type { GridValidRowModel } from '@mui/x-data-grid'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useSelecting } from '#src/features/vehicles/bulk-actions/useSelecting.tsx'

/**
 * Returns whether orders are being selected in a paged grid, which ones, and the column for it.
 * @param targetOf the order of a row; null: the row is not an order. Must be stable across renders
 */
export function useOrderSelecting<Row extends GridValidRowModel>(
  rows: readonly Row[] | undefined,
  targetOf: (row: Row) => { id: number; name: string } | null,
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
  const order = useCallback(() => page.current.flatMap((row) => targetOf(row)?.id ?? []), [targetOf])
  return { ...useSelecting({ targetOf, order }), order, seen }
}
export type OrderSelecting<Row extends GridValidRowModel> = ReturnType<typeof useOrderSelecting<Row>>
