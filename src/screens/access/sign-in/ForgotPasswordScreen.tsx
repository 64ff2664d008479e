import { ForgotPassword } from '#src/features/access/passwords/ForgotPassword.tsx'
import { AuthLayout } from '#src/features/access/sign-in/AuthLayout.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'

/** /forgot_password: needs no session (ACC-006). */
export function ForgotPasswordScreen() {
  const t = useTexts('password')
  return (
    <AuthLayout title={t('password:forgot.title')}>
      <ForgotPassword />
    </AuthLayout>
  )
}
