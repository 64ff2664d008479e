import type { ManualHistory, OrderHistory } from '#contract/maintenance/history-record.ts'
import {
  type HistoryRow,
  manualRow,
  orderRow,
  overlay,
  type RowTexts,
} from '#src/features/maintenance/history/history-rows.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'

/** One page of the server's past services. */
export interface FetchedPage {
  /** Rows of the page, in order. */
  rows: readonly { kind: 'order' | 'manual'; id: string }[]
  orders: readonly Omit<OrderHistory, 'maintenance_documents'>[]
  manual: readonly ManualHistory[]
  /** Names of the orders' vehicles. */
  names: ReadonlyMap<number, string>
}

/** Returns the rows of a page in the server's order with local changes, and separately the unsent entries. */
export function pageRows(
  { rows, orders, manual }: Omit<FetchedPage, 'names'>,
  localRows: readonly LocalRow<ManualHistory>[],
  texts: RowTexts,
): { page: HistoryRow[]; unsent: HistoryRow[] } {
  const bought = new Map(orders.map((order) => [String(order.id), order]))
  const known = new Set(manual.map(({ id }) => id))
  const entries = new Map(
    overlay({ fetched: manual, isAll: false }, localRows)
      .filter(({ row }) => known.has(row.id))
      .map((local) => [local.row.id, local]),
  )
  const page = rows.flatMap(({ kind, id }) => {
    const order = kind === 'order' ? bought.get(id) : undefined
    if (order) return [orderRow({ ...order, maintenance_documents: [] }, texts)]
    const entry = entries.get(id)
    return entry ? [manualRow(entry, texts)] : []
  })
  const unsent = localRows.filter(({ row, waiting }) => waiting?.change === 'create' && !known.has(row.id))
  return { page, unsent: unsent.map((entry) => manualRow(entry, texts)) }
}

/** Returns the count by which the list is paged. The unsent entries are all on the first page, also beyond its size. */
export const pagedCount = ({ ofServer, unsent, size }: { ofServer: number; unsent: number; size: number }) =>
  Math.max(ofServer, Math.min(ofServer + unsent, size))
