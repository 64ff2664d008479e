import { hasFeature } from '#contract/core/brand-features.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { AuthLayout } from '#src/features/access/sign-in/AuthLayout.tsx'
import { SignUp } from '#src/features/access/sign-up/SignUp.tsx'
import { SignUpClosed } from '#src/features/access/sign-up/SignUpClosed.tsx'
import { CardForm } from '#src/features/money/payment-methods/CardForm.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useEnterApp } from './useEnterApp.ts'

/** /sign_up: needs no session (ACC-004); continues as after sign-in (ACC-095). */
export function SignUpScreen() {
  const t = useTexts('sign-up')
  const enterApp = useEnterApp()
  const isOpen = hasFeature(useBrand(), 'signUp')
  if (!isOpen)
    return (
      <AuthLayout title={t('sign-up:closed.title')}>
        <SignUpClosed />
      </AuthLayout>
    )
  return (
    <AuthLayout title={t('sign-up:title')}>
      <SignUp
        renderCard={(onRequestable) => (
          <CardForm
            onRequestable={(request) => onRequestable(request && (async () => (await request()).nonce))}
          />
        )}
        onSignedIn={enterApp}
      />
    </AuthLayout>
  )
}
