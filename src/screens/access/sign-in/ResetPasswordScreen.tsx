import { getRouteApi, useLocation } from '@tanstack/react-router'
import { ResetPassword } from '#src/features/access/passwords/ResetPassword.tsx'
import { AuthLayout } from '#src/features/access/sign-in/AuthLayout.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type {} from '#src/screens/access/navigation-state.ts'

const route = getRouteApi('/reset_password')

/** /reset_password: target of the emailed link; needs no session (ACC-007). */
export function ResetPasswordScreen() {
  const t = useTexts('password')
  const { first } = route.useSearch()
  const token = useLocation().state.resetToken
  const isFirst = first === 'true'
  return (
    <AuthLayout title={isFirst ? t('password:first.title') : t('password:reset.title')}>
      <ResetPassword token={token} isFirst={isFirst} />
    </AuthLayout>
  )
}
