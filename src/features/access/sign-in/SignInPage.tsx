import Link from '@mui/material/Link'
import Typography from '@mui/material/Typography'
import type { CurrentUser } from '#contract/access/session.ts'
import { pageSettings } from '#src/api/page-settings.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { rememberedEmail } from '#src/session/device-session.ts'
import { useOnline } from '#src/session/useOnline.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { DoorPage } from './DoorPage.tsx'
import { SignIn } from './SignIn.tsx'

interface SignInPageProps {
  /** A message from the address (ACC-034). */
  errorMessage: string | null | undefined
  onSignedIn: (user: CurrentUser) => void
}

/** The sign-in screen. Works without router and queries. */
export function SignInPage({ errorMessage, onSignedIn }: SignInPageProps) {
  const t = useTexts('sign-in')
  const isOnline = useOnline()
  return (
    <DoorPage title={t('sign-in:title')}>
      {!isOnline && (
        <AlertBox type="notice" title={t('sign-in:offline.title')} message={t('sign-in:offline.message')} />
      )}
      <SignIn
        email={rememberedEmail()}
        errorMessage={errorMessage ?? undefined}
        onSignedIn={onSignedIn}
        heading={
          <>
            <Typography variant="h1" sx={{ fontSize: '1.75rem', mb: 0.5 }}>
              {t('sign-in:title')}
            </Typography>
            <Typography sx={{ color: 'text.secondary' }}>{t('sign-in:lead')}</Typography>
          </>
        }
      />
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
          <Link href={mailboxUrl} target="_blank" rel="noreferrer">
            {t('sign-in:demo.mailbox')}
          </Link>
        </>
      }
    />
  )
}
