import type { GridColDef } from '@mui/x-data-grid'
import { type RefObject, useCallback, useMemo, useState } from 'react'
import { SelectCell } from '#src/features/vehicles/acts/SelectCell.tsx'
import { Selection } from '#src/features/vehicles/acts/selection.ts'
import type { VehicleRow } from '#src/features/vehicles/vehicles/vehicle-rows.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { visuallyHidden } from '#src/ui/layout/visually-hidden.ts'

/** Whether vehicles are being selected, which ones, and the column for it. */
export function useSelecting(inGrid: RefObject<readonly VehicleRow[] | null>) {
  const label = useTexts('vehicle-acts')('vehicle-acts:start')
  const [selection, setSelection] = useState<Selection>()
  const column = useMemo(
    () => selection && selectColumn(selection, inGrid, label),
    [selection, inGrid, label],
  )
  const start = useCallback(() => setSelection(new Selection()), [])
  const stop = useCallback(() => setSelection(undefined), [])
  return { selection, column, start, stop }
}

function selectColumn(
  selection: Selection,
  inGrid: RefObject<readonly VehicleRow[] | null>,
  label: string,
): GridColDef<VehicleRow> {
  const order = () => (inGrid.current ?? []).map(({ id }) => id)
  return {
    field: 'select',
    headerName: label,
    width: 48,
    display: 'flex',
    sortable: false,
    filterable: false,
    hideable: false,
    resizable: false,
    disableColumnMenu: true,
    renderHeader: () => <span style={visuallyHidden}>{label}</span>,
    renderCell: ({ row }) => <SelectCell selection={selection} row={row} order={order} />,
  }
}
