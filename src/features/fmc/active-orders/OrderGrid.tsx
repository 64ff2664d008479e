import Button from '@mui/material/Button'
import type { GridColDef } from '@mui/x-data-grid'
import { useMemo } from 'react'
import type { FleetOrder } from '#contract/fmc/active-orders.ts'
import { listedServices } from '#domain/orders/order-rules.ts'
import { OrderStatusChip } from '#src/features/orders/orders/OrderStatusChip.tsx'
import { DaysAtShop } from '#src/features/orders/orders/ShopStay.tsx'
import { timeAtShop } from '#src/features/orders/orders/useAppointmentText.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { DataTable, WINDOW_HEIGHT } from '#src/ui/grid/DataTable.tsx'
import type { DataTableProps } from '#src/ui/grid/table-props.ts'
import { fromSortModel, toSortModel } from '#src/ui/grid/useServerPage.ts'
import { PAGE_SIZES } from '#src/ui/list/paging.ts'
import { useFleetMoney } from '../fleets/useFleetMoney.ts'
import type { OrdersView } from './orders-view.ts'
import { useOpenOrder } from './useOpenOrder.ts'

export interface OrderRowsProps {
  orders: readonly FleetOrder[]
  total: number
  /** From 1. */
  page: number
  /** Rows of a page. */
  size: number
  onPage: (page: number, size: number) => void
}

export interface OrderGridProps extends OrderRowsProps {
  sort: OrdersView['sort']
  onSort: (sort: OrdersView['sort']) => void
  isLoading: boolean
  /** Columns and density of a saved view. */
  look: Pick<DataTableProps<FleetOrder>, 'storedColumns' | 'density'>
}

/** Active orders of all fleets on desktops (FMC-038, FMC-046). A click opens the row in its fleet. */
export function OrderGrid(props: OrderGridProps) {
  const { orders, total, page, size, onPage, sort, onSort, isLoading, look } = props
  const t = useTexts('fmc-orders')
  const openOrder = useOpenOrder()
  const columns = useColumns()
  const paginationModel = useMemo(() => ({ page: page - 1, pageSize: size }), [page, size])
  const sortModel = useMemo(() => toSortModel(sort), [sort])
  return (
    <DataTable
      label={t('fmc-orders:label')}
      rows={orders}
      columns={columns}
      loading={isLoading}
      pageSizes={PAGE_SIZES}
      maxHeight={WINDOW_HEIGHT}
      hideOrder={HIDE_ORDER}
      {...look}
      disableColumnFilter
      paginationMode="server"
      sortingMode="server"
      sortModel={sortModel}
      onSortModelChange={(model) => onSort(fromSortModel(model, 'date'))}
      rowCount={total}
      paginationModel={paginationModel}
      onPaginationModelChange={(model) => onPage(model.page + 1, model.pageSize)}
      onRowClick={({ row }) => openOrder(row)}
    />
  )
}

const plain = { sortable: false } as const

/** In this order. Fleet, vehicle, status, date, shop, services and cost stay (decision 88). */
const HIDE_ORDER = [
  'maintenance_type',
  'invoice',
  'po_number',
  'department_number',
  'other_id',
  'vin',
  'appointment_time_pretty',
]

/** Returns the names of the services on one line; the fleet's own labels come first. */
export const servicesOf = (order: FleetOrder): string =>
  listedServices(order)
    .map(({ vanity_label, name }) => vanity_label ?? name)
    .join(', ')

const nameOf = ({ vehicle }: FleetOrder): string => vehicle.name || `#${vehicle.id}`

export const shopOf = (order: FleetOrder): string | null => order.shop?.name ?? order.custom_shop_name

function useColumns(): GridColDef<FleetOrder>[] {
  const bookings = useBookingColumns()
  const details = useDetailColumns()
  return useMemo(() => [...bookings, ...details], [bookings, details])
}

/** Columns for fleet, status, appointment and vehicle. */
function useBookingColumns(): GridColDef<FleetOrder>[] {
  const t = useTexts('fmc-orders', 'orders')
  const format = useFormat()
  const openOrder = useOpenOrder()
  // biome-ignore lint/correctness/useExhaustiveDependencies: `openOrder` depends on the session only
  return useMemo(
    () => [
      {
        field: 'fleet',
        headerName: t('fmc-orders:column.fleet'),
        flex: 2,
        minWidth: 120,
        valueGetter: (_, row) => row.fleet_name,
      },
      {
        field: 'status',
        headerName: t('fmc-orders:column.status'),
        // Fits chip, days at the shop and button side by side.
        width: format.language === 'fr' ? 320 : 275,
        display: 'flex',
        renderCell: ({ row }) => (
          <>
            {row.status && <OrderStatusChip status={row.status} />}
            <DaysAtShop order={row} />
            <ReviewButton order={row} />
          </>
        ),
      },
      {
        field: 'date',
        headerName: t('fmc-orders:column.date'),
        width: 105,
        valueGetter: (_, row) => row.appointment_date_pretty,
      },
      {
        ...plain,
        field: 'appointment_time_pretty',
        headerName: t('fmc-orders:column.time'),
        // Fits the time zone.
        width: 170,
        valueGetter: (_, row) => timeAtShop(row, format),
      },
      {
        field: 'vehicle',
        headerName: t('fmc-orders:column.vehicle'),
        flex: 4,
        minWidth: 140,
        valueGetter: (_, row) => nameOf(row),
        renderCell: ({ row }) => (
          // Keyboard equivalent of clicking the row.
          <button
            type="button"
            className="cell-link cell-button"
            onClick={(event) => {
              event.stopPropagation()
              openOrder(row)
            }}
          >
            {nameOf(row)}
          </button>
        ),
      },
    ],
    [t, format],
  )
}

/** Columns for the vehicle's numbers, the shop, the services and the cost. */
function useDetailColumns(): GridColDef<FleetOrder>[] {
  const t = useTexts('fmc-orders')
  const moneyOf = useFleetMoney()
  return useMemo(
    () => [
      {
        field: 'vin',
        headerName: t('fmc-orders:column.vin'),
        width: 185,
        valueGetter: (_, row) => row.vehicle.vin,
      },
      {
        field: 'other_id',
        headerName: t('fmc-orders:column.otherId'),
        width: 140,
        valueGetter: (_, row) => row.vehicle.other_id,
      },
      {
        field: 'department_number',
        headerName: t('fmc-orders:column.department'),
        width: 160,
        valueGetter: (_, row) => row.vehicle.department_number,
      },
      {
        field: 'shop',
        headerName: t('fmc-orders:column.shop'),
        flex: 1,
        minWidth: 130,
        valueGetter: (_, row) => shopOf(row),
      },
      {
        ...plain,
        field: 'services',
        headerName: t('fmc-orders:column.services'),
        flex: 1,
        minWidth: 130,
        valueGetter: (_, row) => servicesOf(row),
      },
      { field: 'po_number', headerName: t('fmc-orders:column.po'), width: 130 },
      {
        field: 'cost',
        headerName: t('fmc-orders:column.cost'),
        align: 'right',
        headerAlign: 'right',
        width: 120,
        valueFormatter: (_: unknown, row) => moneyOf(row.total, row.country),
      },
      {
        field: 'invoice',
        headerName: t('fmc-orders:column.invoice'),
        valueGetter: (_, row) => row.invoice_number,
      },
      { ...plain, field: 'maintenance_type', headerName: t('fmc-orders:column.type') },
    ],
    [t, moneyOf],
  )
}

/** Shown only for orders that wait for approval (FMC-039). */
export function ReviewButton({ order }: { order: FleetOrder }) {
  const t = useTexts('orders', 'fmc-orders')
  const openOrder = useOpenOrder()
  if (order.status !== 'awaiting_approval') return null
  return (
    <Button
      variant="contained"
      size="small"
      aria-label={t('fmc-orders:reviewOf', { number: order.id, fleet: order.fleet_name })}
      onClick={(event) => {
        event.stopPropagation()
        openOrder(order)
      }}
      // Lower than the row.
      sx={{ ml: { md: 1 }, flexShrink: 0, minHeight: { md: 28 }, py: { md: 0 } }}
    >
      {t('orders:review')}
    </Button>
  )
}
