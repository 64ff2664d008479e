import Build from '@mui/icons-material/BuildOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import Box from '@mui/material/Box'
import type { GridColDef } from '@mui/x-data-grid'
import { Link } from '@tanstack/react-router'
import { type UIEvent, useMemo } from 'react'
import type { ListedFleet } from '#contract/fmc/fleets.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { CellLink } from '#src/ui/grid/cell-actions.tsx'
import { DataTable } from '#src/ui/grid/DataTable.tsx'
import type { FleetsView } from './fleets-view.ts'
import { useFleetMoney } from './useFleetMoney.ts'
import { useMayOpenFleet, useOpenFleet } from './useOpenFleet.ts'
import { usePaymentTypeName } from './usePaymentTypeName.ts'

export interface FleetRowsProps {
  fleets: readonly ListedFleet[]
  mayEdit: boolean
}

interface FleetGridProps extends FleetRowsProps {
  sort: FleetsView['sort']
  onSort: (sort: FleetsView['sort']) => void
  isLoading: boolean
  /** Called when the last rows come into view (FMC-021). */
  onNearEnd: () => void
}

const ROW_PX = 44
const HEADER_PX = 44
/** Distance from the end at which the next rows are fetched. */
const AHEAD_PX = 12 * ROW_PX

/** The fleets as a grid on desktops, with every column of FMC-011 and FMC-012 and infinite scrolling. */
export function FleetGrid({ fleets, mayEdit, sort, onSort, isLoading, onNearEnd }: FleetGridProps) {
  const t = useTexts('fleet')
  const columns = useColumns(mayEdit)
  const sortModel = useMemo(() => sortModelOf(sort), [sort])
  const paginationModel = useMemo(() => ({ page: 0, pageSize: -1 }), [])
  // The grid does not expose its scroller, and scroll events do not bubble.
  const scrolled = ({ target }: UIEvent) => {
    if (!(target instanceof HTMLElement)) return
    if (target.scrollHeight - target.scrollTop - target.clientHeight < AHEAD_PX) onNearEnd()
  }
  const height = HEADER_PX + Math.max(fleets.length, 3) * ROW_PX + 20
  return (
    <Box onScrollCapture={scrolled} sx={numbers}>
      <DataTable
        label={t('fleet:list.label')}
        rows={fleets}
        columns={columns}
        loading={isLoading}
        hidesFooter
        pageSizes={PAGE_SIZES}
        paginationModel={paginationModel}
        sortingMode="server"
        sortModel={sortModel}
        onSortModelChange={([by]) => onSort(sortOf(by))}
        height={`min(${height}px, max(360px, calc(100dvh - 330px)))`}
      />
    </Box>
  )
}

const PAGE_SIZES = [-1]

const sortModelOf = (sort: FleetsView['sort']) => [
  { field: sort.replace('-', ''), sort: sort.startsWith('-') ? ('desc' as const) : ('asc' as const) },
]

function sortOf(by: { field: string; sort?: 'asc' | 'desc' | null | undefined } | undefined) {
  const field = by?.field ?? 'name'
  return (by?.sort === 'desc' ? `-${field}` : field) as FleetsView['sort']
}

const ordered = { filterable: false, disableColumnMenu: true } as const
const plain = { ...ordered, sortable: false } as const
const figure = { ...ordered, align: 'right', headerAlign: 'right', width: 116 } as const

function useColumns(mayEdit: boolean): GridColDef<ListedFleet>[] {
  const t = useTexts('fleet')
  const { number, date, dayOf } = useFormat()
  const moneyOf = useFleetMoney()
  const openFleet = useOpenFleet()
  const mayOpen = useMayOpenFleet()
  const paymentTypeName = usePaymentTypeName()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions hang on session and texts only
  return useMemo(
    () => [
      {
        ...ordered,
        field: 'name',
        headerName: t('fleet:column.name'),
        flex: 1,
        minWidth: 200,
        renderCell: ({ row }) =>
          mayOpen(row) ? (
            <button
              type="button"
              className="cell-link cell-button"
              title={t('fleet:list.openNamed', { name: row.name })}
              aria-label={t('fleet:list.openNamed', { name: row.name })}
              onClick={() => openFleet(row)}
            >
              {row.name}
            </button>
          ) : (
            row.name
          ),
      },
      {
        ...plain,
        field: 'acts',
        headerName: t('fleet:column.acts'),
        width: 96,
        display: 'flex',
        renderCell: ({ row }) => (
          <>
            <CellLink
              label={t('fleet:list.ordersOf', { name: row.name })}
              to="/fmc_activeorders"
              search={{ fleet: String(row.id) }}
            >
              <Build />
            </CellLink>
            {mayEdit && (
              <CellLink
                label={t('fleet:list.editNamed', { name: row.name })}
                to="/fleets/$fleetId"
                params={{ fleetId: String(row.id) }}
              >
                <Edit />
              </CellLink>
            )}
          </>
        ),
      },
      { ...ordered, field: 'region', headerName: t('fleet:column.region'), width: 110 },
      { ...ordered, field: 'rep', headerName: t('fleet:column.rep'), width: 130 },
      {
        ...ordered,
        field: 'active',
        headerName: t('fleet:column.active'),
        width: 90,
        valueFormatter: (active: boolean) => (active ? t('fleet:facts.yes') : t('fleet:facts.no')),
      },
      {
        ...figure,
        field: 'users',
        headerName: t('fleet:figure.users'),
        width: 90,
        valueGetter: (_, row) => row.users_total,
        renderCell: ({ row }) =>
          mayOpen(row) ? (
            <button
              type="button"
              className="cell-link cell-button"
              aria-label={t('fleet:list.usersOf', {
                name: row.name,
                count: row.users_total,
                number: number(row.users_total),
              })}
              onClick={() => openFleet(row, '/settings?tab=users')}
            >
              {number(row.users_total)}
            </button>
          ) : (
            number(row.users_total)
          ),
      },
      {
        ...figure,
        field: 'vehicles',
        headerName: t('fleet:figure.vehicles'),
        width: 100,
        valueGetter: (_, row) => row.vehicles_total,
        renderCell: ({ row }) =>
          mayOpen(row) ? (
            <button
              type="button"
              className="cell-link cell-button"
              aria-label={t('fleet:list.vehiclesOf', {
                name: row.name,
                count: row.vehicles_total,
                number: number(row.vehicles_total),
              })}
              onClick={() => openFleet(row, '/vehicles')}
            >
              {number(row.vehicles_total)}
            </button>
          ) : (
            number(row.vehicles_total)
          ),
      },
      {
        ...figure,
        field: 'transactions',
        headerName: t('fleet:figure.transactions'),
        valueGetter: (_, row) => row.transactions_total,
        valueFormatter: (total: number) => number(total),
      },
      {
        ...figure,
        field: 'average_ticket',
        headerName: t('fleet:figure.averageTicket'),
        width: 130,
        valueFormatter: (_: string | null, row) => moneyOf(row.average_ticket, row.country),
      },
      {
        ...figure,
        field: 'total_spend',
        headerName: t('fleet:figure.spend'),
        width: 150,
        renderCell: ({ row }) => (
          <Link
            className="cell-link"
            to="/fmc_transactions"
            search={{ fleet: String(row.id) }}
            aria-label={t('fleet:list.spendOf', {
              name: row.name,
              amount: moneyOf(row.total_spend, row.country),
            })}
          >
            {moneyOf(row.total_spend, row.country)}
          </Link>
        ),
      },
      {
        ...ordered,
        field: 'created_at',
        headerName: t('fleet:column.created'),
        width: 110,
        valueFormatter: (at: string) => date(dayOf(Date.parse(at))),
      },
      {
        ...ordered,
        field: 'fleet_payment_type',
        headerName: t('fleet:column.paymentType'),
        width: 130,
        valueFormatter: (type: string | null) => paymentTypeName(type),
      },
      {
        ...plain,
        field: 'share_wex_number',
        headerName: t('fleet:column.sharesWex'),
        width: 150,
        valueFormatter: (shares: boolean) => (shares ? t('fleet:facts.yes') : t('fleet:facts.no')),
      },
      { ...ordered, field: 'other_id', headerName: t('fleet:column.otherId'), width: 120 },
      {
        ...plain,
        field: 'account',
        headerName: t('fleet:facts.account'),
        width: 150,
        valueGetter: (_, row) => row.account?.name,
      },
      {
        ...plain,
        field: 'address',
        headerName: t('fleet:column.address'),
        width: 240,
        valueGetter: (_, row) => addressOf(row.address),
      },
    ],
    [t, number, date, dayOf, moneyOf, mayEdit, paymentTypeName],
  )
}

/** Returns the address on one line. */
export const addressOf = (address: ListedFleet['address']): string =>
  address === null
    ? ''
    : [address.address_line1, address.city, [address.state, address.zip].filter(Boolean).join(' ')]
        .filter(Boolean)
        .join(', ')

const numbers = {
  '& .cell-button': {
    p: 0,
    border: 0,
    bgcolor: 'transparent',
    font: 'inherit',
    cursor: 'pointer',
    maxWidth: '100%',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
  },
} as const
