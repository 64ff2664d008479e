import { RoleList } from '#src/features/access/roles/RoleList.tsx'
import { RoleMatrix } from '#src/features/access/roles/RoleMatrix.tsx'
import { useRoleWords } from '#src/features/access/roles/useRoleWords.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'

/** /roles: what each role may do, from the very table that the server decides by (ruling 10). */
export function RolesScreen() {
  const t = useTexts('roles')
  const { user } = useSession()
  const { nameOf } = useRoleWords()
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
