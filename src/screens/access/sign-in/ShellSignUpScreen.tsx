import { useState } from 'react'
import { DoorPage } from '#src/features/access/sign-in/DoorPage.tsx'
import { ShellSignUp } from '#src/features/access/sign-up/ShellSignUp.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { shellSession } from '#src/session/shell-session.ts'
import { useEnter } from './useEnter.ts'

/** /shell_sign_up: the sign-up that a partner began (ACC-018, ACC-129). The guard lets in only who has a shell session. */
export function ShellSignUpScreen() {
  const t = useTexts('sign-up')
  const enter = useEnter()
  const [given] = useState(shellSession)
  return (
    <DoorPage title={t('sign-up:shell.title')}>
      {given && <ShellSignUp given={given} onSignedIn={enter} />}
    </DoorPage>
  )
}
