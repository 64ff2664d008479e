import type { GridColDef } from '@mui/x-data-grid'
import { type ReactNode, useMemo } from 'react'
import type { ListedUser } from '#contract/access/users.ts'
import { DOCUMENT_TYPES, type DocumentType } from '#domain/access/permissions.ts'
import type { UserContext } from '#domain/access/user-rules.ts'
import { useRoleText } from '#src/features/access/roles/useRoleText.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { DataTable } from '#src/ui/grid/DataTable.tsx'
import type { DataTableProps } from '#src/ui/grid/table-props.ts'
import { fromSortModel, toSortModel } from '#src/ui/grid/useServerPage.ts'
import { PAGE_SIZES, type UsersList } from './users-list.ts'
import { useUserStatus } from './useUserStatus.ts'

export interface UserGridProps {
  users: readonly ListedUser[]
  total: number
  context: UserContext
  list: UsersList
  onChange: (part: Partial<UsersList>) => void
  isLoading: boolean
  renderActions: (user: ListedUser) => ReactNode
  /** Icon of a user's documents of a type; omitted while the glovebox is off (USR-010). */
  documentOf: ((user: ListedUser, type: DocumentType) => ReactNode) | undefined
  /** Columns and density of a saved view; without it, the columns are fixed. */
  look?: Pick<DataTableProps<ListedUser>, 'storedColumns' | 'density'> | undefined
}

/** The users as a grid on desktops, one server page at a time (USR-008 to USR-010). */
export function UserGrid(props: UserGridProps) {
  const { users, total, context, list, onChange, isLoading, renderActions, documentOf, look } = props
  const t = useTexts('users')
  const columns = useUserColumns(context, renderActions, documentOf)
  // The grid treats a new object as a changed model.
  const sortModel = useMemo(() => toSortModel(list.sort), [list.sort])
  const paginationModel = useMemo(
    () => ({ page: list.page - 1, pageSize: list.size }),
    [list.page, list.size],
  )
  return (
    // Gray but readable: these rows are not disabled.
    <Box sx={{ '& .inactive': { color: 'text.secondary', bgcolor: 'action.hover' } }}>
      <DataTable
        label={t('users:title')}
        rows={users}
        columns={columns}
        loading={isLoading}
        pageSizes={PAGE_SIZES}
        disableColumnMenu={!look}
        {...look}
        paginationMode="server"
        rowCount={total}
        paginationModel={paginationModel}
        onPaginationModelChange={({ page, pageSize }) => onChange({ page: page + 1, size: pageSize })}
        sortingMode="server"
        sortModel={sortModel}
        onSortModelChange={(model) => onChange({ sort: fromSortModel(model, 'name'), page: 1 })}
        getRowClassName={({ row }) => (row.is_active ? '' : 'inactive')}
      />
    </Box>
  )
}

function useUserColumns(
  context: UserContext,
  renderActions: UserGridProps['renderActions'],
  documentOf: UserGridProps['documentOf'],
): GridColDef<ListedUser>[] {
  const t = useTexts('users')
  const format = useFormat()
  // The grid loses its state when the columns change identity.
  return useMemo(() => {
    const isFmc = context === 'fmc'
    const columns: GridColDef<ListedUser>[] = [
      {
        ...ordered,
        field: 'name',
        headerName: t('users:column.name'),
        flex: 1.4,
        minWidth: 160,
        display: 'flex',
        renderCell: ({ row }) => <NameCell user={row} />,
      },
      {
        ...plain,
        field: 'roles',
        headerName: t('users:column.roles'),
        flex: 1,
        minWidth: 120,
        display: 'flex',
        renderCell: ({ row }) => <RolesCell user={row} />,
      },
      { ...ordered, field: 'email', headerName: t('users:column.email'), flex: 4, minWidth: 170 },
      {
        ...plain,
        field: 'cellPhone',
        headerName: t('users:column.phone'),
        width: 132,
        valueFormatter: (phone: string | null) => format.phone(phone),
      },
      {
        ...plain,
        field: 'where',
        headerName: isFmc ? t('users:column.fleets') : t('users:column.vehicles'),
        flex: 1,
        minWidth: 120,
        valueGetter: (_, row) => namesOf(isFmc ? row.approval_fleets : row.vehicles),
      },
      ...(documentOf ? DOCUMENT_TYPES.map((type) => documentColumn(type, t, documentOf)) : []),
      {
        ...plain,
        field: 'actions',
        headerName: t('users:column.actions'),
        width: 80,
        display: 'flex',
        renderCell: ({ row }) => renderActions(row),
      },
    ]
    return columns
  }, [t, format, context, renderActions, documentOf])
}

const ordered = { filterable: false } as const
/** The server sorts by name and by email; sorting by another column would only sort the current page. */
const plain = { ...ordered, sortable: false } as const

/** As wide as the heading in the longer language. */
const DOCUMENT_WIDTH = { driver_license: 84, vehicle_insurance: 104, registration: 110, other: 80 } as const

const documentColumn = (
  type: DocumentType,
  t: ReturnType<typeof useTexts<'users'>>,
  documentOf: NonNullable<UserGridProps['documentOf']>,
): GridColDef<ListedUser> => ({
  ...plain,
  field: type,
  headerName: t(`users:column.${type}`),
  width: DOCUMENT_WIDTH[type],
  display: 'flex',
  renderCell: ({ row }) => documentOf(row, type),
})

const namesOf = (things: readonly { name: string }[]) => things.map(({ name }) => name).join(', ')

/** The name, and why the user cannot sign in. */
function NameCell({ user }: { user: ListedUser }) {
  const standing = useUserStatus()(user)
  return <Cut text={[user.name, standing].filter(Boolean).join(' · ')} />
}

function RolesCell({ user }: { user: ListedUser }) {
  const { nameOf } = useRoleText()
  return <Cut text={user.roles.map(nameOf).join(', ')} />
}

/** Truncated text with the full text as a tooltip. */
function Cut({ text }: { text: string }) {
  return (
    <Box component="span" title={text} sx={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>
      {text}
    </Box>
  )
}
