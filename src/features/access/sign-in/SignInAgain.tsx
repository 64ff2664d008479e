import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import Divider from '@mui/material/Divider'
import type { ReactNode } from 'react'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { loadNamespaces } from '#src/i18n/i18n.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { CurrentUser } from '#src/session/account-queries.ts'
import { useSessionStore } from '#src/session/SessionProvider.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { returnToFleet } from '../fleet/return-to-fleet.ts'
import { SignIn } from './SignIn.tsx'

// Used by some brands only.
const BrandSignInPart = lazyComponent(async () => {
  const [{ BrandSignInPart: Part }] = await Promise.all([
    import('./parts/BrandSignInPart.tsx'),
    loadNamespaces('doors'),
  ])
  return Part
})

/**
 * Signs the same user in again over the screen whose session expired, so that no typed text is lost (OFF-041). Offers
 * the brand's sign-in options. A user who acted for another fleet returns to it.
 */
export function SignInAgain({ user }: { user: CurrentUser }) {
  const t = useTexts('doors')
  const store = useSessionStore()
  const isPhone = useIsPhone()
  const { signIn } = useBrand()
  const hasTabs = signIn.partnerUrl !== null || signIn.adminNotice !== null
  return (
    <Dialog
      open
      fullScreen={isPhone}
      fullWidth
      maxWidth="xs"
      slotProps={{ paper: { 'aria-label': t('doors:expired.title') } }}
    >
      <DialogContent>
        <SignIn
          email={user.email}
          isEmailFixed
          onSignedIn={(signedIn) => void returnToFleet(signedIn, user).then(store.signIn)}
          {...(hasTabs && { frame: (form: ReactNode) => <BrandSignInPart part={{ form }} /> })}
          heading={
            <>
              <Typography variant="h1" component="h2" sx={{ mb: 0.5 }}>
                {t('doors:expired.title')}
              </Typography>
              <Typography sx={{ color: 'text.secondary' }}>
                {t('doors:expired.message', { name: user.name })}
              </Typography>
            </>
          }
        />
        <Divider sx={{ my: 2 }} />
        <Button fullWidth onClick={() => void store.end()}>
          {t('doors:expired.other')}
        </Button>
      </DialogContent>
    </Dialog>
  )
}
