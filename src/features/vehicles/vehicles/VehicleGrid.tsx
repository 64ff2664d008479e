import Build from '@mui/icons-material/BuildOutlined'
import Folder from '@mui/icons-material/FolderOpenOutlined'
import type { GridColDef } from '@mui/x-data-grid'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useMemo } from 'react'
import { SIZE_TO_FIT_DELAY_MS } from '#domain/core/limits.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { Formatter } from '#src/lib/format/format.ts'
import { useDelayed } from '#src/lib/hooks/useDelayed.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { CellButton, CellLink } from '#src/ui/grid/cell-actions.tsx'
import { DataTable, WINDOW_HEIGHT } from '#src/ui/grid/DataTable.tsx'
import type { DataTableProps } from '#src/ui/grid/table-props.ts'
import { PAGE_SIZES } from '#src/ui/list/paging.ts'
import { DueChip } from './list/DueChip.tsx'
import type { VehicleRow } from './vehicle-rows.ts'

interface VehicleGridProps extends Pick<DataTableProps<VehicleRow>, GridState> {
  rows: readonly VehicleRow[]
  /** All rows; `rows` are the search results among them. */
  allRows: readonly VehicleRow[]
  /** Number of all rows while only the first ones are read. */
  allCount?: number | undefined
  /** Fits all columns into the available width (VEH-007). */
  fits: boolean
  empty: ReactNode
  /** Renders the document icons of a vehicle; undefined while the glovebox is off (VEH-022). */
  documentsOf?: ((vehicleId: number) => ReactNode) | undefined
  onGlovebox: ((vehicleId: number) => void) | undefined
  /** The column of checkboxes, while vehicles are selected. */
  selectColumn?: GridColDef<VehicleRow> | undefined
}

type GridState =
  | 'storedColumns'
  | 'density'
  | 'shownRef'
  | 'onColumnTest'
  | 'paginationModel'
  | 'onPaginationModelChange'
  | 'sortModel'
  | 'onSortModelChange'
  | 'filterModel'
  | 'onFilterModelChange'

/** VIN and plate, status, drivers and documents stay (VEH-022). */
const HIDE_ORDER = ['cost_per_mile', 'last_maintenance', 'department_number', 'other_id']

/** The vehicles as a grid, for desktop screens (VEH-015..021). */
export function VehicleGrid(props: VehicleGridProps) {
  const { rows, allRows, fits, documentsOf, onGlovebox, selectColumn, ...state } = props
  const t = useTexts('vehicles')
  const own = useVehicleColumns(documentsOf, onGlovebox)
  const fit = useDelayed(fits, SIZE_TO_FIT_DELAY_MS)
  const columns = useMemo(
    () => [...(selectColumn ? [selectColumn] : []), ...(fit ? own.map(sharing) : own)],
    [own, fit, selectColumn],
  )
  return (
    // Gray, but readable: these rows are not disabled (VEH-019).
    <Box sx={{ '& .inactive': { color: 'text.secondary', bgcolor: 'action.hover' } }}>
      <DataTable
        {...state}
        label={t('vehicles:title')}
        rows={rows}
        allRows={allRows}
        columns={columns}
        isSqueezed={fit}
        hideOrder={HIDE_ORDER}
        pageSizes={PAGE_SIZES}
        maxHeight={WINDOW_HEIGHT}
        getRowClassName={({ row }) => (row.grayFor ? 'inactive' : '')}
      />
    </Box>
  )
}

function useVehicleColumns(
  documentsOf: VehicleGridProps['documentsOf'],
  onGlovebox: VehicleGridProps['onGlovebox'],
): GridColDef<VehicleRow>[] {
  const t = useTexts('vehicles')
  const format = useFormat()
  // The grid's state depends on the identity of its columns.
  return useMemo(() => {
    const [name, ...status] = statusColumns(t, format)
    const documents = documentsOf ? [documentColumn(t, documentsOf)] : []
    const identity = name ? [name, vinColumn(t)] : []
    return [...identity, ...status, ...detailColumns(t, format), ...documents, actionColumn(t, onGlovebox)]
  }, [t, format, documentsOf, onGlovebox])
}

type Texts = ReturnType<typeof useTexts<'vehicles'>>

function statusColumns(t: Texts, format: Formatter): GridColDef<VehicleRow>[] {
  return [
    {
      field: 'name',
      headerName: t('vehicles:column.vehicle'),
      flex: 1,
      minWidth: 200,
      valueGetter: (_, row) => row.name,
      renderCell: ({ row }) => (
        <Link className="cell-link" to="/vehicles/$vehicleId" params={{ vehicleId: String(row.id) }}>
          {row.name}
        </Link>
      ),
    },
    {
      field: 'status',
      headerName: t('vehicles:column.status'),
      width: 150,
      display: 'flex',
      valueGetter: (_, row) => statusOf(row, t),
      renderCell: ({ row }) => (row.grayFor ? statusOf(row, t) : <DueChip due={row.due} />),
    },
    {
      field: 'odometer',
      headerName: t('vehicles:column.odometer'),
      type: 'number',
      width: 104,
      valueGetter: (_, row) => row.vehicle.odometer,
      valueFormatter: (_, row) => format.distance(row.vehicle.odometer, row.vehicle.odometer_units),
    },
  ]
}

function detailColumns(t: Texts, format: Formatter): GridColDef<VehicleRow>[] {
  const country = { context: format.country.toLowerCase() }
  return [
    {
      field: 'plate',
      headerName: t('vehicles:column.plate'),
      width: 95,
      valueGetter: (_, row) => row.vehicle.license_plate_number,
    },
    {
      field: 'other_id',
      headerName: t('vehicles:column.otherId'),
      width: 90,
      valueGetter: (_, row) => row.vehicle.other_id,
    },
    {
      field: 'department_number',
      headerName: t('vehicles:column.department'),
      width: 115,
      valueGetter: (_, row) => row.vehicle.department_number,
    },
    {
      field: 'drivers',
      headerName: t('vehicles:column.drivers'),
      flex: 1,
      minWidth: 115,
      valueGetter: (_, row) => row.vehicle.driver_names.join(', ') || t('vehicles:unassigned'),
    },
    {
      field: 'last_maintenance',
      headerName: t('vehicles:column.lastMaintenance'),
      width: 140,
      valueGetter: (_, row) => row.vehicle.last_maintenance_date,
      valueFormatter: (day: string | null) => format.date(day),
    },
    {
      field: 'cost_per_mile',
      headerName: t('vehicles:column.costPerDistance', country),
      description: t('vehicles:column.costPerDistanceHelp'),
      type: 'number',
      width: 120,
      valueGetter: (_, row) => row.vehicle.cost_per_mile && Number(row.vehicle.cost_per_mile),
      valueFormatter: (_, row) => format.money(row.vehicle.cost_per_mile),
    },
  ]
}

function documentColumn(t: Texts, documentsOf: (vehicleId: number) => ReactNode): GridColDef<VehicleRow> {
  return {
    field: 'documents',
    headerName: t('vehicles:column.documents'),
    width: 145,
    display: 'flex',
    sortable: false,
    filterable: false,
    disableColumnMenu: true,
    renderCell: ({ row }) => documentsOf(row.id),
  }
}

function actionColumn(t: Texts, onGlovebox: VehicleGridProps['onGlovebox']): GridColDef<VehicleRow> {
  return {
    field: 'actions',
    headerName: t('vehicles:column.actions'),
    width: 86,
    display: 'flex',
    sortable: false,
    filterable: false,
    disableColumnMenu: true,
    renderCell: ({ row }) => <RowActions row={row} onGlovebox={onGlovebox} />,
  }
}

/** Next to the name, so that no width cuts it off (VEH-021). */
function vinColumn(t: Texts): GridColDef<VehicleRow> {
  return {
    field: 'vin',
    headerName: t('vehicles:column.vin'),
    width: 178,
    valueGetter: (_, row) => row.vehicle.vin,
  }
}

/** Lets a text column share the width. Chips and icons cannot be cut, so they keep their width. */
function sharing(column: GridColDef<VehicleRow>): GridColDef<VehicleRow> {
  if (column.display === 'flex') return column
  return { ...column, flex: column.width ?? column.minWidth ?? 100, minWidth: 50 }
}

function statusOf({ grayFor, due }: VehicleRow, t: Texts): string {
  return grayFor ? t(`vehicles:${grayFor}`) : t(`vehicles:due.${due}`)
}

/** Created once and shared by all rows. */
const icons = { build: <Build />, folder: <Folder /> }

function RowActions({ row, onGlovebox }: { row: VehicleRow; onGlovebox: VehicleGridProps['onGlovebox'] }) {
  const t = useTexts('vehicles')
  return (
    <>
      <CellLink
        label={t('vehicles:action.recordFor', { vehicle: row.name })}
        to="/maintenance_history/new"
        search={{ vehicle: String(row.id) }}
      >
        {icons.build}
      </CellLink>
      {onGlovebox && (
        <CellButton
          label={t('vehicles:action.gloveboxOf', { vehicle: row.name })}
          onClick={() => onGlovebox(row.id)}
        >
          {icons.folder}
        </CellButton>
      )}
    </>
  )
}
