import { RoleList } from '#src/features/access/roles/RoleList.tsx'
import { RoleMatrix } from '#src/features/access/roles/RoleMatrix.tsx'
import { useRoleText } from '#src/features/access/roles/useRoleText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'

/** /roles: permissions of each role, from the table that the server uses (ruling 10). */
export function RolesScreen() {
  const t = useTexts('roles')
  const { user } = useSession()
  const { nameOf } = useRoleText()
  const isDesktop = useIsDesktop()
  return (
    <Page
      title={t('roles:title')}
      subtitle={t('roles:subtitle', { count: user.roles.length, roles: user.roles.map(nameOf).join(', ') })}
    >
      {isDesktop ? <RoleMatrix own={user.roles} /> : <RoleList own={user.roles} />}
    </Page>
  )
}
