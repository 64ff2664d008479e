import Add from '@mui/icons-material/Add'
import History from '@mui/icons-material/HistoryOutlined'
import type { ReactNode } from 'react'
import type { UserContext } from '#domain/access/user-rules.ts'
import { downloadByTicket } from '#src/api/download-by-ticket.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { SearchInput } from '#src/ui/form/SearchInput.tsx'
import { useIsDesktop, useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { DownloadMenu } from '#src/ui/menu/DownloadMenu.tsx'
import { UserOrder } from './UserOrder.tsx'
import type { UsersList } from './users-list.ts'

interface UsersToolbarProps {
  context: UserContext
  list: UsersList
  total: number | undefined
  mayAdd: boolean
  onChange: (part: Partial<UsersList>) => void
  /** Undefined if the user may not read the audit log. */
  onOpenAuditLog: (() => void) | undefined
  /** The menu of saved views. */
  views: ReactNode
}

/** Search, sort order, audit log, download and 'Add user' above the users (USR-001 to USR-020). */
export function UsersToolbar({
  context,
  list,
  total,
  mayAdd,
  onChange,
  onOpenAuditLog,
  views,
}: UsersToolbarProps) {
  const t = useTexts('users')
  const { language, number } = useFormat()
  const isOnline = useOnline()
  const isDesktop = useIsDesktop()
  const isPhone = useIsPhone()
  const download = (filter: Partial<UsersList>) =>
    void downloadByTicket('/fleet_users.csv', {
      download: 'true',
      language: language === 'fr' ? 'FR' : 'EN',
      ...(context === 'fmc' && { fmc: 'true' }),
      ...(filter.q && { search: filter.q }),
      ...(filter.sort && filter.sort !== 'name' && { sort: filter.sort }),
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
        {onOpenAuditLog && (
          <ActionButton isIconOnly={isPhone} startIcon={<History />} onClick={onOpenAuditLog}>
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
