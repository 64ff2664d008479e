import { ForgotPassword } from '#src/features/access/password/ForgotPassword.tsx'
import { DoorPage } from '#src/features/access/sign-in/DoorPage.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'

/** /forgot_password: needs no session (ACC-006). */
export function ForgotPasswordScreen() {
  const t = useTexts('password')
  return (
    <DoorPage title={t('password:forgot.title')}>
      <ForgotPassword />
    </DoorPage>
  )
}
