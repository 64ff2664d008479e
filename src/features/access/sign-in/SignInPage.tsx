import type { ReactNode } from 'react'
import type { CurrentUser } from '#contract/access/session.ts'
import { hasSignInTabs } from '#contract/core/brand-features.ts'
import { pageSettings } from '#src/api/page-settings.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { rememberedEmail } from '#src/session/device-session.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { PlainLink } from '#src/ui/link/PlainLink.tsx'
import { AuthLayout } from './AuthLayout.tsx'
import { BrandSignInPart, SignIn } from './SignIn.tsx'

interface SignInPageProps {
  /** A message from the URL (ACC-034). */
  errorMessage: string | null | undefined
  /** The user has just signed out. */
  isSignedOut: boolean
  onSignedIn: (user: CurrentUser) => void
}

/** The sign-in screen. Works without the router and TanStack Query. */
export function SignInPage({ errorMessage, isSignedOut, onSignedIn }: SignInPageProps) {
  const t = useTexts('sign-in')
  const isOnline = useOnline()
  const brand = useBrand()
  const { stores, traits } = brand
  const hasStores = isPhone() && (stores.appStore !== null || stores.googlePlay !== null)
  return (
    <AuthLayout title={t('sign-in:title')}>
      {!isOnline && (
        <AlertBox type="notice" title={t('sign-in:offline.title')} message={t('sign-in:offline.message')} />
      )}
      {isSignedOut && traits.showsSignedOutMessage && <BrandSignInPart part="signedOut" />}
      <SignIn
        email={rememberedEmail()}
        errorMessage={errorMessage ?? undefined}
        onSignedIn={onSignedIn}
        {...(hasSignInTabs(brand) && { frame: (form: ReactNode) => <BrandSignInPart part={{ form }} /> })}
        heading={
          <>
            <Typography variant="h1" sx={{ fontSize: '1.75rem', mb: 0.5 }}>
              {t('sign-in:title')}
            </Typography>
            <Typography sx={{ color: 'text.secondary' }}>{t('sign-in:lead')}</Typography>
          </>
        }
      />
      {hasStores && <BrandSignInPart part="stores" />}
      <DemoHint />
    </AuthLayout>
  )
}

/** Explains where a demo's emails appear, because none are really sent. */
function DemoHint() {
  const t = useTexts('sign-in')
  const { demo, mailboxUrl } = pageSettings()
  if (!demo || !mailboxUrl) return null
  return (
    <AlertBox
      title={t('sign-in:demo.title')}
      message={
        <>
          {t('sign-in:demo.message')}{' '}
          <PlainLink
            href={mailboxUrl}
            target="_blank"
            rel="noreferrer"
            // Within a sentence, color alone does not identify a link.
            style={{ textDecoration: 'underline' }}
          >
            {t('sign-in:demo.mailbox')}
          </PlainLink>
        </>
      }
    />
  )
}

/** Returns whether the browser identifies itself as a phone or tablet (ACC-042). */
const isPhone = () => /Android|iPhone|iPad|iPod/.test(navigator.userAgent)
