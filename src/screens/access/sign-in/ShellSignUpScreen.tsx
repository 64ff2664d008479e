import { useState } from 'react'
import { AuthLayout } from '#src/features/access/sign-in/AuthLayout.tsx'
import { ShellSignUp } from '#src/features/access/sign-up/ShellSignUp.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { shellSession } from '#src/session/shell-session.ts'
import { useEnterApp } from './useEnterApp.ts'

/** /shell_sign_up: the sign-up that a partner started (ACC-018, ACC-129). The guard requires a shell session. */
export function ShellSignUpScreen() {
  const t = useTexts('sign-up')
  const enterApp = useEnterApp()
  const [given] = useState(shellSession)
  return (
    <AuthLayout title={t('sign-up:shell.title')}>
      {given && <ShellSignUp given={given} onSignedIn={enterApp} />}
    </AuthLayout>
  )
}
