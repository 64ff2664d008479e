import Avatar from '@mui/material/Avatar'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { OpenedPart } from '#src/app/shell/OptionalPart.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { initialsOf } from './initials.ts'

const AccountMenu = lazyComponent(() => import('./AccountMenu.tsx').then((m) => m.AccountMenu))

/** The user's initials. Opens the account menu (BRD-060). */
export function AvatarMenu({ onInstall }: { onInstall: () => void }) {
  const t = useTexts('shell')
  const { user } = useSession()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [isOpen, setOpen] = useState(false)
  const initials = initialsOf(user.name)
  const discard = () => {
    setOpen(false)
    setAnchor(null)
  }
  // Includes the visible initials, so that voice control users can say what they see.
  const label = t('shell:account.open', { name: user.name, initials })
  return (
    <>
      <IconButton
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={(event) => {
          setAnchor(event.currentTarget)
          setOpen(true)
        }}
        sx={{ p: 0.75 }}
      >
        <Avatar sx={avatar}>{initials}</Avatar>
      </IconButton>
      {anchor && (
        <OpenedPart onClose={discard}>
          <AccountMenu
            open={isOpen}
            anchor={anchor}
            label={label}
            onClose={() => setOpen(false)}
            onInstall={onInstall}
          />
        </OpenedPart>
      )}
    </>
  )
}

const avatar = {
  width: 36,
  height: 36,
  fontSize: '0.875rem',
  fontWeight: 650,
  color: 'primary.contrastText',
  bgcolor: 'primary.main',
} as const
