import Button, { type ButtonProps } from '@mui/material/Button'
import type { GridRenderCellParams, GridValidRowModel } from '@mui/x-data-grid'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { PageColumn } from '#src/ui/grid/table-props.ts'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { SelectCell, SelectPage } from './SelectCell.tsx'
import { Selection } from './selection.ts'

interface SelectingOptions<Row> {
  /** What a row selects; null: it has no checkbox. Must be stable across renders. */
  targetOf: (row: Row) => { id: number; name: string } | null
  /** Ids of the list in its order, for a click with Shift; omit it if the grid itself sorts. Must be stable across renders. */
  order?: () => readonly number[]
}

/** Returns whether rows are being selected in a grid, which ones, and the column for it. */
export function useSelecting<Row extends GridValidRowModel>({ targetOf, order }: SelectingOptions<Row>) {
  const label = useTexts('bulk-actions')('bulk-actions:start')
  const [selection, setSelection] = useState<Selection>()
  const column = useMemo<PageColumn<Row> | undefined>(
    () =>
      selection && {
        field: 'select',
        headerName: label,
        width: 48,
        display: 'flex',
        headerAlign: 'center',
        sortable: false,
        filterable: false,
        hideable: false,
        resizable: false,
        disableColumnMenu: true,
        renderPageHeader: (rows) => (
          <SelectPage selection={selection} ids={rows.flatMap((row) => targetOf(row)?.id ?? [])} />
        ),
        renderCell: ({ row, api }) => {
          const target = targetOf(row)
          const inGrid = () => shownRows<Row>(api).flatMap((row) => targetOf(row)?.id ?? [])
          return target && <SelectCell selection={selection} target={target} order={order ?? inGrid} />
        },
      },
    [selection, label, targetOf, order],
  )
  const startRef = useFocusAfter(selection !== undefined)
  const start = useCallback(() => setSelection(new Selection()), [])
  const stop = useCallback(() => setSelection(undefined), [])
  return { selection, column, start, stop, startRef }
}
export type SelectionStart = Pick<ReturnType<typeof useSelecting>, 'selection' | 'start' | 'startRef'>

/** Starts selecting rows of a list, on a desktop. */
export function SelectButton({ selecting, sx }: { selecting: SelectionStart } & Pick<ButtonProps, 'sx'>) {
  const { selection, start, startRef } = selecting
  const t = useTexts('bulk-actions')
  if (!useIsDesktop() || selection) return null
  return (
    <Button ref={startRef} onClick={start} sx={sx}>
      {t('bulk-actions:start')}
    </Button>
  )
}

/** Returns the ref of the button that starts selecting. It gets the focus after selecting, because the bar has gone with it. */
function useFocusAfter(isSelecting: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasSelecting = useRef(false)
  useEffect(() => {
    if (wasSelecting.current && !isSelecting) button.current?.focus({ preventScroll: true })
    wasSelecting.current = isSelecting
  }, [isSelecting])
  return button
}

/** Rows of a grid in its order, on all its pages, without those that its filter hides. */
function shownRows<Row extends GridValidRowModel>(api: GridRenderCellParams['api']): Row[] {
  const { filteredRowsLookup } = api.state.filter
  const ids = api.getSortedRowIds().filter((id) => filteredRowsLookup[id] !== false)
  return ids.flatMap((id) => (api.getRow(id) as Row | null) ?? [])
}
