import Group from '@mui/icons-material/GroupOutlined'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import type { ListedUser } from '#contract/access/users.ts'
import type { DocumentType } from '#domain/access/permissions.ts'
import type { UserContext } from '#domain/access/user-rules.ts'
import { UserActions, type UserDialogKind } from '#src/features/access/users/actions/UserActions.tsx'
import { UserDialogs } from '#src/features/access/users/actions/UserDialogs.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { Pages } from '#src/ui/list/Pages.tsx'
import { UserCards } from './UserCards.tsx'
import { UserGrid, type UserGridProps } from './UserGrid.tsx'
import { UsersToolbar } from './UsersToolbar.tsx'
import { usersQuery } from './users.queries.ts'
import type { UsersList } from './users-list.ts'
import { useUserPermissions } from './useUserPermissions.ts'

interface UsersPanelProps {
  context: UserContext
  list: UsersList
  onChange: (part: Partial<UsersList>) => void
  documentOf?: ((user: ListedUser, type: DocumentType) => ReactNode) | undefined
  /** The menu of saved views. */
  views?: ReactNode
  /** Columns and density of a saved view. */
  look?: UserGridProps['look']
}

/** Users of a fleet or a management company: search, manage, download (USR-001 to USR-020). */
export function UsersPanel({ context, list, onChange, documentOf, views, look }: UsersPanelProps) {
  const t = useTexts('users')
  const isOnline = useOnline()
  const permissions = useUserPermissions(context)
  const query = useQuery(usersQuery(context, list))
  const { data, dataUpdatedAt, isPlaceholderData } = query
  const [opened, setOpened] = useState<{ dialog: UserDialogKind; user: ListedUser | null }>()
  const onOpenDialog = useCallback(
    (dialog: UserDialogKind, user: ListedUser) => setOpened({ dialog, user }),
    [],
  )
  const total = data?.total_count
  const { failure, onRetry } = useListFailure(query)
  return (
    <Stack sx={{ gap: 1.5 }}>
      <UsersToolbar
        context={context}
        list={list}
        total={total}
        views={views}
        mayAdd={permissions.mayAdd}
        onChange={onChange}
        onOpenAuditLog={permissions.mayAudit ? () => setOpened({ dialog: 'audit', user: null }) : undefined}
      />
      {data && (!isOnline || failure) && <AsOf since={dataUpdatedAt} />}
      <ListStates
        total={total}
        // While data is shown, its age is shown instead of the error.
        failure={data ? undefined : failure}
        onRetry={onRetry}
        onClear={list.q !== '' ? () => onChange({ q: '', page: 1 }) : undefined}
        offline={{ message: t('users:offline.list') }}
        rows={8}
        rowHeight={56}
        empty={
          <EmptyState icon={<Group />} title={t('users:empty.title')} message={t('users:empty.message')} />
        }
      >
        {data && (
          <Users
            context={context}
            list={list}
            onChange={onChange}
            documentOf={documentOf}
            look={look}
            users={data.users}
            total={data.total_count}
            isLoading={isPlaceholderData}
            onOpenDialog={onOpenDialog}
          />
        )}
      </ListStates>
      {opened && <UserDialogs {...opened} context={context} onClose={() => setOpened(undefined)} />}
    </Stack>
  )
}

/** Age of the data when it cannot be refreshed (OFF-043). */
function AsOf({ since }: { since: number }) {
  const t = useTexts('users')
  const format = useFormat()
  return (
    <Typography variant="body2" sx={{ color: 'text.secondary' }}>
      {t('users:offline.asOf', { time: format.asOf(since) })}
    </Typography>
  )
}

interface UsersProps extends UsersPanelProps {
  users: readonly ListedUser[]
  total: number
  isLoading: boolean
  onOpenDialog: (dialog: UserDialogKind, user: ListedUser) => void
}

function Users({ users, total, isLoading, onOpenDialog, ...props }: UsersProps) {
  const { context, list, onChange, documentOf, look } = props
  const isDesktop = useIsDesktop()
  const renderActions = useCallback(
    (user: ListedUser) => <UserActions user={user} context={context} onOpenDialog={onOpenDialog} />,
    [context, onOpenDialog],
  )
  if (isDesktop)
    return (
      <UserGrid
        users={users}
        total={total}
        context={context}
        list={list}
        onChange={onChange}
        isLoading={isLoading}
        renderActions={renderActions}
        documentOf={documentOf}
        look={look}
      />
    )
  return (
    <>
      <UserCards users={users} context={context} renderActions={renderActions} documentOf={documentOf} />
      <Pages page={list.page} count={Math.ceil(total / list.size)} onChange={(page) => onChange({ page })} />
    </>
  )
}
