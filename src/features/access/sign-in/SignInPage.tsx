import Typography from '@mui/material/Typography'
import { lazy, type ReactNode, Suspense } from 'react'
import type { CurrentUser } from '#contract/access/session.ts'
import { pageSettings } from '#src/api/page-settings.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { rememberedEmail } from '#src/session/device-session.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { PlainLink } from '#src/ui/link/PlainLink.tsx'
import { DoorPage } from './DoorPage.tsx'
import { SignIn } from './SignIn.tsx'

// For some brands only, and together: the others pay for one line.
const BrandDoor = lazy(() => import('./parts/BrandDoor.tsx').then((m) => ({ default: m.BrandDoor })))

interface SignInPageProps {
  /** A message from the address (ACC-034). */
  errorMessage: string | null | undefined
  /** Straight from a sign-out. */
  isSignedOut: boolean
  onSignedIn: (user: CurrentUser) => void
}

/** The sign-in screen. Works without router and queries. */
export function SignInPage({ errorMessage, isSignedOut, onSignedIn }: SignInPageProps) {
  const t = useTexts('sign-in')
  const isOnline = useOnline()
  const { signIn, stores, traits } = useBrand()
  const hasTabs = signIn.partnerUrl !== null || signIn.adminNotice !== null
  const hasStores = isPhone() && (stores.appStore !== null || stores.googlePlay !== null)
  return (
    <DoorPage title={t('sign-in:title')}>
      {!isOnline && (
        <AlertBox type="notice" title={t('sign-in:offline.title')} message={t('sign-in:offline.message')} />
      )}
      <Suspense>{isSignedOut && traits.showsSignedOutMessage && <BrandDoor part="signedOut" />}</Suspense>
      <SignIn
        email={rememberedEmail()}
        errorMessage={errorMessage ?? undefined}
        onSignedIn={onSignedIn}
        {...(hasTabs && { frame: (form: ReactNode) => <BrandDoor part={{ form }} /> })}
        heading={
          <>
            <Typography variant="h1" sx={{ fontSize: '1.75rem', mb: 0.5 }}>
              {t('sign-in:title')}
            </Typography>
            <Typography sx={{ color: 'text.secondary' }}>{t('sign-in:lead')}</Typography>
          </>
        }
      />
      <Suspense>{hasStores && <BrandDoor part="stores" />}</Suspense>
      <DemoHint />
    </DoorPage>
  )
}

/** A demo says where its mail goes, since no real one is sent. */
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
            // Within a sentence colour alone does not tell a link.
            style={{ textDecoration: 'underline' }}
          >
            {t('sign-in:demo.mailbox')}
          </PlainLink>
        </>
      }
    />
  )
}

/** A phone or tablet, by what its browser calls itself (ACC-042). */
const isPhone = () => /Android|iPhone|iPad|iPod/.test(navigator.userAgent)
