import { UsersPanel } from '#src/features/access/users/UsersPanel.tsx'
import { useTableLook } from '#src/features/home/saved-views/useTableLook.ts'
import { ViewsMenu } from '#src/features/home/saved-views/ViewsMenu.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Page } from '#src/ui/layout/Page.tsx'
import { useUsersList } from '../access/users/useUsersList.ts'

/** /fmc_users: the users of the management company (USR-002). */
export function FmcUsersScreen() {
  const t = useTexts('users')
  const [list, change] = useUsersList()
  const look = useTableLook()
  return (
    <Page title={t('users:fmcTitle')}>
      <UsersPanel
        context="fmc"
        list={list}
        onChange={change}
        views={<ViewsMenu list="fmc_users" hiddenColumns={look.hiddenColumns} />}
        look={look.table}
      />
    </Page>
  )
}
