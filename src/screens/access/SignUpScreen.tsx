import { DoorPage } from '#src/features/access/sign-in/DoorPage.tsx'
import { SignUp } from '#src/features/access/sign-up/SignUp.tsx'
import { CardForm } from '#src/features/money/payment-methods/CardForm.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useEnter } from './useEnter.ts'

/** /sign_up: needs no session (ACC-004); goes on as after sign-in (ACC-095). */
export function SignUpScreen() {
  const t = useTexts('sign-up')
  const enter = useEnter()
  return (
    <DoorPage title={t('sign-up:title')}>
      <SignUp
        renderCard={(onRequestable) => (
          <CardForm
            onRequestable={(request) => onRequestable(request && (async () => (await request()).nonce))}
          />
        )}
        onSignedIn={enter}
      />
    </DoorPage>
  )
}
