import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import type { GridColDef } from '@mui/x-data-grid'
import { useMemo } from 'react'
import type { PaymentMethod } from '#contract/money/payment-methods.ts'
import { CardMark } from '#src/features/money/payment-methods/CardMark.tsx'
import { DefaultState } from '#src/features/money/payment-methods/parts/DefaultState.tsx'
import { type MethodText, useMethodText } from '#src/features/money/payment-methods/useMethodText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { dash } from '#src/lib/format/format.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { CellButton } from '#src/ui/grid/cell-actions.tsx'
import { DataTable } from '#src/ui/grid/DataTable.tsx'
import type { OnMethodAction } from './method-actions.ts'

interface MethodGridProps {
  methods: readonly PaymentMethod[]
  /** Whether the user may choose the method that pays the subscription (PAY-022, PAY-023). */
  hasSubscription: boolean
  onAct: OnMethodAction
}

/** The payment methods as a grid, for desktop screens (PAY-005). */
export function MethodGrid({ methods, hasSubscription, onAct }: MethodGridProps) {
  const t = useTexts('payment-methods')
  const words = useMethodText()
  // The grid's state depends on the identity of its columns, and `words` is a new object on each render.
  // biome-ignore lint/correctness/useExhaustiveDependencies: words change with t only.
  const columns = useMemo(() => {
    const [subscription, actions] = actionColumns(t, words, onAct)
    return [...dataColumns(t, words), ...(hasSubscription ? [subscription] : []), actions]
  }, [t, hasSubscription, onAct])
  return (
    <DataTable
      label={t('payment-methods:title')}
      rows={methods}
      columns={columns}
      hidesFooter={methods.length <= 25}
    />
  )
}

type Texts = ReturnType<typeof useTexts<'payment-methods'>>

function dataColumns(t: Texts, words: MethodText): GridColDef<PaymentMethod>[] {
  return [
    {
      ...common,
      field: 'card',
      headerName: t('payment-methods:column.card'),
      flex: 1.3,
      minWidth: 150,
      display: 'flex',
      valueGetter: (_, row) => [words.kindOf(row), row.name].filter(Boolean).join(' · '),
      renderCell: ({ row, value }) => (
        <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }} title={value}>
          <CardMark
            type={row.type}
            kind={row.card_type}
            {...(row.name !== null && { label: words.kindOf(row) })}
          />
          <Box component="span" sx={cut}>
            {row.name ?? words.kindOf(row)}
          </Box>
        </Box>
      ),
    },
    {
      ...common,
      field: 'number',
      headerName: t('payment-methods:column.number'),
      flex: 1,
      minWidth: 110,
      valueGetter: (_, row) => words.numberOf(row),
    },
    {
      ...common,
      field: 'cardholder_name',
      headerName: t('payment-methods:column.holder'),
      flex: 1,
      minWidth: 120,
    },
    {
      ...common,
      field: 'customer_name',
      headerName: t('payment-methods:column.addedBy'),
      flex: 1,
      minWidth: 110,
    },
    {
      ...common,
      field: 'expiration_date',
      headerName: t('payment-methods:column.expiration'),
      width: 110,
      display: 'flex',
      // Sorts by year, then month.
      valueGetter: (_, row) => row.expiration_date?.split('/').toReversed().join('-'),
      renderCell: ({ row }) =>
        words.isExpired(row) ? (
          <Box
            component="span"
            sx={{ color: 'error.main', fontWeight: 600 }}
            title={row.expiration_date ?? ''}
          >
            {t('payment-methods:expired')}
          </Box>
        ) : (
          (row.expiration_date ?? dash)
        ),
    },
    {
      ...common,
      field: 'users',
      headerName: t('payment-methods:column.drivers'),
      flex: 1.2,
      minWidth: 120,
      valueGetter: (_, row) => words.usersOf(row),
    },
  ]
}

type Columns = [subscription: GridColDef<PaymentMethod>, actions: GridColDef<PaymentMethod>]

function actionColumns(t: Texts, words: MethodText, onAct: OnMethodAction): Columns {
  return [
    {
      ...common,
      field: 'subscription',
      headerName: t('payment-methods:column.subscription'),
      width: 204,
      sortable: false,
      display: 'flex',
      renderCell: ({ row }) => (
        <DefaultState
          method={row}
          name={words.nameOf(row)}
          isCompact
          onSetDefault={() => onAct('setDefault', row)}
        />
      ),
    },
    {
      ...common,
      field: 'actions',
      headerName: t('payment-methods:column.actions'),
      width: 96,
      sortable: false,
      display: 'flex',
      renderCell: ({ row }) =>
        row.can_edit && (
          <>
            <CellButton
              label={t('payment-methods:act.editOf', { name: words.nameOf(row) })}
              onClick={() => onAct('edit', row)}
            >
              <Edit />
            </CellButton>
            <CellButton
              label={t('payment-methods:act.deleteOf', { name: words.nameOf(row) })}
              onClick={() => onAct('delete', row)}
            >
              <Delete />
            </CellButton>
          </>
        ),
    },
  ]
}

const common = { filterable: false, disableColumnMenu: true } as const
const cut = { overflow: 'hidden', textOverflow: 'ellipsis' } as const
