import { getRouteApi, useLocation } from '@tanstack/react-router'
import { ResetPassword } from '#src/features/access/password/ResetPassword.tsx'
import { DoorPage } from '#src/features/access/sign-in/DoorPage.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type {} from '#src/screens/access/navigation-state.ts'

const route = getRouteApi('/reset_password')

/** /reset_password: where a mailed link leads; needs no session (ACC-007). */
export function ResetPasswordScreen() {
  const t = useTexts('password')
  const { first } = route.useSearch()
  const token = useLocation().state.resetToken
  const isFirst = first === 'true'
  return (
    <DoorPage title={isFirst ? t('password:first.title') : t('password:reset.title')}>
      <ResetPassword token={token} isFirst={isFirst} />
    </DoorPage>
  )
}
