import Add from '@mui/icons-material/Add'
import Group from '@mui/icons-material/GroupOutlined'
import History from '@mui/icons-material/HistoryOutlined'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useState } from 'react'
import type { ListedUser } from '#contract/access/users.ts'
import type { DocumentType } from '#domain/access/permissions.ts'
import type { UserContext } from '#domain/access/user-rules.ts'
import { downloadByTicket } from '#src/api/download-by-ticket.ts'
import { UserActions, type UserDialogKind } from '#src/features/access/users/actions/UserActions.tsx'
import { UserDialogs } from '#src/features/access/users/actions/UserDialogs.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useListFailure } from '#src/local-data/useListFailure.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { SearchInput } from '#src/ui/form/SearchInput.tsx'
import { useIsDesktop, useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { ListStates } from '#src/ui/list/ListStates.tsx'
import { Pages } from '#src/ui/list/Pages.tsx'
import { DownloadMenu } from '#src/ui/menu/DownloadMenu.tsx'
import { UserCards } from './UserCards.tsx'
import { UserGrid, type UserGridProps } from './UserGrid.tsx'
import { UserOrder } from './UserOrder.tsx'
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
  const rights = useUserPermissions(context)
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
      <Toolbar
        context={context}
        list={list}
        total={total}
        views={views}
        mayAdd={rights.mayAdd}
        onChange={onChange}
        onChanges={rights.mayAudit ? () => setOpened({ dialog: 'audit', user: null }) : undefined}
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

interface ToolbarProps {
  context: UserContext
  list: UsersList
  total: number | undefined
  mayAdd: boolean
  onChange: UsersPanelProps['onChange']
  onChanges: (() => void) | undefined
  views: ReactNode
}

function Toolbar({ context, list, total, mayAdd, onChange, onChanges, views }: ToolbarProps) {
  const t = useTexts('users')
  const { language, number } = useFormat()
  const isOnline = useOnline()
  const isDesktop = useIsDesktop()
  const isPhone = useIsPhone()
  const download = (shown: Partial<UsersList>) =>
    void downloadByTicket('/fleet_users.csv', {
      download: 'true',
      language: language === 'fr' ? 'FR' : 'EN',
      ...(context === 'fmc' && { fmc: 'true' }),
      ...(shown.q && { search: shown.q }),
      ...(shown.sort && shown.sort !== 'name' && { sort: shown.sort }),
    })
  return (
    <Stack direction="row" sx={{ gap: 1.5, alignItems: 'center', flexWrap: 'wrap' }}>
      <Box sx={{ flex: { xs: '1 0 100%', md: '0 1 360px' } }}>
        <SearchInput label={t('users:search')} value={list.q} onSearch={(q) => onChange({ q, page: 1 })} />
      </Box>
      <Typography role="status" variant="body2" sx={{ color: 'text.secondary', flexGrow: 1 }}>
        {total !== undefined && t('users:count', { count: total, number: number(total) })}
      </Typography>
      {views}
      <Stack direction="row" sx={{ columnGap: { sm: 1 }, flexWrap: 'wrap' }}>
        {!isDesktop && <UserOrder value={list.sort} onChange={(sort) => onChange({ sort, page: 1 })} />}
        {onChanges && (
          <ActionButton isIconOnly={isPhone} startIcon={<History />} onClick={onChanges}>
            {t('users:changes.open')}
          </ActionButton>
        )}
        <DownloadMenu
          label={t('users:download')}
          disabledReason={!isOnline && t('users:offline.download')}
          onShown={() => download(list)}
          onAll={isOnline && list.q !== '' ? () => download({}) : undefined}
        />
      </Stack>
      {mayAdd && (
        <LinkButton
          variant="contained"
          startIcon={<Add />}
          to={context === 'fmc' ? '/fmc_users/new' : '/settings/users/new'}
          search={(before) => before}
        >
          {t('users:add')}
        </LinkButton>
      )}
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
  const actsOf = useCallback(
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
        actsOf={actsOf}
        documentOf={documentOf}
        look={look}
      />
    )
  return (
    <>
      <UserCards users={users} context={context} actsOf={actsOf} documentOf={documentOf} />
      <Pages page={list.page} count={Math.ceil(total / list.size)} onChange={(page) => onChange({ page })} />
    </>
  )
}
