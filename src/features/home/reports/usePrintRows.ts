import { useEffect, useEffectEvent, useState } from 'react'
import { flushSync } from 'react-dom'
import type { Page } from '#contract/core/paging.ts'
import { REPORT_PRINT_ROWS_MAX, REPORT_ROWS_PER_PAGE_MAX } from '#domain/core/limits.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { usePrintJob } from './ReportPrint.tsx'
import type { ReportView } from './report-view.ts'

export type Paging = Pick<Page, 'page' | 'per_page'>

/** A page of a table, whose rows are groups in a report. */
export type PageOf<Row> = Page & ({ groups: readonly Row[] } | { rows: readonly Row[] })

export interface PrintRows<Row> {
  rows: readonly Row[]
  /** The numbers of the first and the last row, from 1, and of all rows. */
  from: number
  to: number
  total: number
}

/** The query of the page on the screen. */
export interface PageQuery<LoadedPage> {
  data: LoadedPage | undefined
  /** The data is that of the previous view. */
  isPlaceholderData: boolean
  isFetching: boolean
}

/**
 * Returns the rows of a page and, from the time they are loaded for 'Print' until they are printed, of all pages up to
 * REPORT_PRINT_ROWS_MAX (DSH-040).
 */
export function usePrintRows<Row>(
  view: ReportView,
  { data, isPlaceholderData, isFetching }: PageQuery<PageOf<Row>>,
  load: (paging: Paging) => Promise<PageOf<Row>>,
): PrintRows<Row> {
  const t = useTexts('fleet-reports')
  const toast = useToast()
  const { progress, setProgress } = usePrintJob()
  const [all, setAll] = useState<{ key: string; rows: readonly Row[] } | null>(null)
  const total = data?.total_count ?? 0
  const key = JSON.stringify(view)
  // The chart and the totals are printed from this page.
  const isOnScreen = data !== undefined && !isPlaceholderData

  const run = useEffectEvent(async (signal: AbortSignal) => {
    try {
      if (!isOnScreen) throw new Error('The page on the screen could not be loaded')
      const rows = await loadAll(signal)
      if (signal.aborted) return
      // Phones return from `print` before they print.
      addEventListener('afterprint', () => setAll(null), { once: true })
      flushSync(() => setAll({ key, rows }))
      print()
    } catch {
      if (!signal.aborted) toast('danger', t('fleet-reports:print.failed'))
    }
    if (!signal.aborted) setProgress(null)
  })
  async function loadAll(signal: AbortSignal) {
    const rows: Row[] = []
    for (let page = 1, pages = 1; page <= pages && rows.length < REPORT_PRINT_ROWS_MAX; page++) {
      const next = await load({ page, per_page: REPORT_ROWS_PER_PAGE_MAX })
      if (signal.aborted) break
      rows.push(...rowsOf(next))
      pages = next.total_pages
      setProgress({ done: rows.length, total: Math.min(next.total_count, REPORT_PRINT_ROWS_MAX) })
    }
    return rows
  }

  const isRunning = progress !== null && (isOnScreen || !isFetching)
  useEffect(() => {
    if (!isRunning) return
    const controller = new AbortController()
    void run(controller.signal)
    return () => controller.abort()
  }, [isRunning])

  if (all?.key === key) return { rows: all.rows, from: 1, to: all.rows.length, total }
  const rows = data ? rowsOf(data) : []
  const from = data ? (data.page - 1) * data.per_page + 1 : 1
  return { rows, from, to: from + rows.length - 1, total }
}

const rowsOf = <Row>(page: PageOf<Row>): readonly Row[] => ('groups' in page ? page.groups : page.rows)
