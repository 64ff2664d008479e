import Build from '@mui/icons-material/BuildOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import Receipt from '@mui/icons-material/ReceiptLongOutlined'
import type { GridColDef } from '@mui/x-data-grid'
import { type ReactNode, useMemo } from 'react'
import type { ListedFleet } from '#contract/fmc/fleets.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { CellLink } from '#src/ui/grid/cell-actions.tsx'
import { useFleetMoney } from './useFleetMoney.ts'
import { useMayOpenFleet, useOpenFleet } from './useOpenFleet.ts'
import { usePaymentTypeName } from './usePaymentTypeName.ts'

const plain = { sortable: false } as const
const figure = { align: 'right', headerAlign: 'right', width: 116 } as const

/** Columns of FMC-011 and FMC-012. */
export function useFleetColumns(mayEdit: boolean): GridColDef<ListedFleet>[] {
  const names = useNameColumns(mayEdit)
  const totals = useTotalColumns()
  const facts = useFactColumns()
  return useMemo(() => [...names, ...totals, ...facts], [names, totals, facts])
}

/** Columns for the fleet's name, its links, and where it belongs. */
function useNameColumns(mayEdit: boolean): GridColDef<ListedFleet>[] {
  const t = useTexts('fleet')
  const openFleet = useOpenFleet()
  const mayOpen = useMayOpenFleet()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions depend on session and texts only
  return useMemo(
    () => [
      {
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
        width: mayEdit ? 120 : 96,
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
            <CellLink
              label={t('fleet:list.transactionsOf', { name: row.name })}
              to="/fmc_transactions"
              search={{ fleet: String(row.id) }}
            >
              <Receipt />
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
      { field: 'region', headerName: t('fleet:column.region'), width: 110 },
      { field: 'rep', headerName: t('fleet:column.rep'), width: 130 },
      {
        field: 'active',
        headerName: t('fleet:column.active'),
        width: 110,
        valueFormatter: (active: boolean) => (active ? t('fleet:facts.yes') : t('fleet:facts.no')),
      },
    ],
    [t, mayEdit],
  )
}

/** Columns with numbers and amounts. Only active vehicles have a list of exactly what is counted. */
function useTotalColumns(): GridColDef<ListedFleet>[] {
  const t = useTexts('fleet')
  const { number } = useFormat()
  const moneyOf = useFleetMoney()
  const openFleet = useOpenFleet()
  const mayOpen = useMayOpenFleet()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the functions depend on session and texts only
  return useMemo(
    () => [
      {
        ...figure,
        field: 'users',
        headerName: t('fleet:figure.users'),
        width: 90,
        valueGetter: (_, row) => row.users_total,
        valueFormatter: (total: number) => number(total),
      },
      {
        ...figure,
        field: 'vehicles',
        headerName: t('fleet:figure.vehicles'),
        width: 100,
        valueGetter: (_, row) => row.vehicles_total,
        renderCell: ({ row }) =>
          mayOpen(row) ? (
            <CellButton
              label={t('fleet:list.vehiclesOf', {
                name: row.name,
                count: row.vehicles_total,
                number: number(row.vehicles_total),
              })}
              onClick={() => openFleet(row, '/vehicles?show=active')}
            >
              {number(row.vehicles_total)}
            </CellButton>
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
        valueFormatter: (_: string, row) => moneyOf(row.total_spend, row.country),
      },
    ],
    [t, number, moneyOf],
  )
}

/** Columns for the fleet's age, payment, account and address. */
function useFactColumns(): GridColDef<ListedFleet>[] {
  const t = useTexts('fleet')
  const { date, dayOf } = useFormat()
  const paymentTypeName = usePaymentTypeName()
  return useMemo(
    () => [
      {
        field: 'created_at',
        headerName: t('fleet:column.created'),
        width: 110,
        valueFormatter: (at: string) => date(dayOf(Date.parse(at))),
      },
      {
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
      { field: 'other_id', headerName: t('fleet:column.otherId'), width: 120 },
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
        flex: 1,
        minWidth: 150,
        valueGetter: (_, row) => addressOf(row.address),
      },
    ],
    [t, date, dayOf, paymentTypeName],
  )
}

interface CellButtonProps {
  label: string
  onClick: () => void
  children: ReactNode
}

function CellButton({ label, onClick, children }: CellButtonProps) {
  return (
    <button type="button" className="cell-link cell-button" aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}

/** Returns the address on one line. */
const addressOf = (address: ListedFleet['address']): string =>
  address === null
    ? ''
    : [address.address_line1, address.city, [address.state, address.zip].filter(Boolean).join(' ')]
        .filter(Boolean)
        .join(', ')
