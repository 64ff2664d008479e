import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogContent from '@mui/material/DialogContent'
import Divider from '@mui/material/Divider'
import type { Theme } from '@mui/material/styles'
import { type ReactNode, useEffect, useState } from 'react'
import type { CurrentUser } from '#contract/access/session.ts'
import { hasSignInTabs } from '#contract/core/brand-features.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSessionStore } from '#src/session/SessionProvider.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { returnToFleet } from '../fleet/return-to-fleet.ts'
import { BrandSignInPart, SignIn } from './SignIn.tsx'

/**
 * Signs the same user in again over the screen whose session expired, so that no typed text is lost (OFF-041). Offers
 * the brand's sign-in options. A user who acted for another fleet returns to it.
 */
export function SignInAgain({ user }: { user: CurrentUser }) {
  const t = useTexts('sign-in-steps')
  const store = useSessionStore()
  const isPhone = useIsPhone()
  const brand = useBrand()
  const onTop = useStaysOnTop()
  return (
    <Dialog
      {...onTop}
      fullScreen={isPhone}
      fullWidth
      maxWidth="xs"
      slotProps={{ ...onTop.slotProps, paper: { 'aria-label': t('sign-in-steps:expired.title') } }}
    >
      <DialogContent>
        <SignIn
          email={user.email}
          isEmailFixed
          onSignedIn={async (signedIn) => {
            const returned = await returnToFleet(signedIn, user)
            if (returned) store.signIn(returned)
          }}
          {...(hasSignInTabs(brand) && { frame: (form: ReactNode) => <BrandSignInPart part={{ form }} /> })}
          heading={
            <>
              <Typography variant="h1" component="h2" sx={{ mb: 0.5 }}>
                {t('sign-in-steps:expired.title')}
              </Typography>
              <Typography sx={{ color: 'text.secondary' }}>
                {t('sign-in-steps:expired.message', { name: user.name })}
              </Typography>
            </>
          }
        />
        <Divider sx={{ my: 2 }} />
        <Button fullWidth onClick={() => void store.end()}>
          {t('sign-in-steps:expired.other')}
        </Button>
      </DialogContent>
    </Dialog>
  )
}

/**
 * Props of a dialog that stays above all others. A menu or dialog whose code was still loading opens later: MUI then
 * hides this dialog from screen readers and takes the keyboard's focus out of it. The dialog therefore reopens and keeps
 * what was typed. It must not open menus or dialogs itself.
 */
function useStaysOnTop() {
  const [root, setRoot] = useState<HTMLElement | null>(null)
  const [open, setOpen] = useState(true)
  useEffect(() => {
    if (!root || !open) return
    const reopenIfHidden = () => setOpen(root.ariaHidden !== 'true')
    reopenIfHidden()
    const observer = new MutationObserver(reopenIfHidden)
    observer.observe(root, { attributeFilter: ['aria-hidden'] })
    return () => observer.disconnect()
  }, [root, open])
  return {
    open,
    ref: setRoot,
    keepMounted: true,
    transitionDuration: 0,
    slotProps: { transition: { onExited: () => setOpen(true) } },
    // Below toasts.
    sx: { zIndex: ({ zIndex }: Theme) => zIndex.modal + 1 },
  }
}
