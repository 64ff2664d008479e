import { offers } from '#contract/core/brand-features.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { DoorPage } from '#src/features/access/sign-in/DoorPage.tsx'
import { SignUp } from '#src/features/access/sign-up/SignUp.tsx'
import { SignUpClosed } from '#src/features/access/sign-up/SignUpClosed.tsx'
import { CardForm } from '#src/features/money/payment-methods/CardForm.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useEnter } from './useEnter.ts'

/** /sign_up: needs no session (ACC-004); goes on as after sign-in (ACC-095). */
export function SignUpScreen() {
  const t = useTexts('sign-up')
  const enter = useEnter()
  const isOpen = offers(useBrand(), 'signUp')
  if (!isOpen)
    return (
      <DoorPage title={t('sign-up:closed.title')}>
        <SignUpClosed />
      </DoorPage>
    )
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
