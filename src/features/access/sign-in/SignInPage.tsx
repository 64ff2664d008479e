import Box from '@mui/material/Box'
import Link from '@mui/material/Link'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { lazy, Suspense } from 'react'
import type { CurrentUser } from '#contract/access/session.ts'
import { pageSettings } from '#src/api/page-settings.ts'
import { BrandLogo } from '#src/brand/BrandLogo.tsx'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { appName } from '#src/lib/app-name.ts'
import { rememberedEmail } from '#src/session/device-session.ts'
import { useOnline } from '#src/session/useOnline.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { BrandPanel } from './BrandPanel.tsx'
import { SignIn } from './SignIn.tsx'

// Only one brand shows it (ACC-041).
const LanguageToggle = lazy(() =>
  import('../account/LanguageToggle.tsx').then((m) => ({ default: m.LanguageToggle })),
)

interface SignInPageProps {
  /** A message from the address (ACC-034). */
  errorMessage: string | null | undefined
  onSignedIn: (user: CurrentUser) => void
}

/** The brand on one side, the form on the other; on a phone only the form. Works without router and queries. */
export function SignInPage({ errorMessage, onSignedIn }: SignInPageProps) {
  const t = useTexts('sign-in')
  const { traits } = useBrand()
  const isOnline = useOnline()
  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh', bgcolor: 'background.paper' }}>
      <title>{`${t('sign-in:title')} · ${appName()}`}</title>
      <BrandPanel />
      <Stack
        component="main"
        sx={{ flex: '1 1 50%', minWidth: 0, px: { xs: 2.5, sm: 4 }, py: 3, alignItems: 'center' }}
      >
        <Stack
          direction="row"
          sx={{
            width: '100%',
            maxWidth: 420,
            minHeight: 48,
            alignItems: 'center',
            justifyContent: 'space-between',
          }}
        >
          <BrandLogo scale={1.5} />
          <Suspense>{traits.showsLanguageToggle && <LanguageToggle />}</Suspense>
        </Stack>
        <Stack sx={{ width: '100%', maxWidth: 420, my: { xs: 4, md: 'auto' }, gap: 2.5 }}>
          {!isOnline && (
            <AlertBox
              type="notice"
              title={t('sign-in:offline.title')}
              message={t('sign-in:offline.message')}
            />
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
        </Stack>
        <Box sx={{ width: '100%', maxWidth: 420, mt: 'auto', pt: 2 }}>
          <Link href="/privacy_policy" variant="body2" sx={{ color: 'text.secondary' }}>
            {t('sign-in:privacyPolicy')}
          </Link>
        </Box>
      </Stack>
    </Box>
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
