import { UsersPanel } from '#src/features/access/users/UsersPanel.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Page } from '#src/ui/layout/Page.tsx'
import { useUsersList } from '../access/users/useUsersList.ts'

/** /fmc_users: the users of the management company (USR-002). */
export function FmcUsersScreen() {
  const t = useTexts('users')
  const [list, change] = useUsersList()
  return (
    <Page title={t('users:fmcTitle')}>
      <UsersPanel context="fmc" list={list} onChange={change} />
    </Page>
  )
}
