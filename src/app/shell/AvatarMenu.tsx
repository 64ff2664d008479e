import Avatar from '@mui/material/Avatar'
import IconButton from '@mui/material/IconButton'
import Popover from '@mui/material/Popover'
import { useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { AccountPanel } from './AccountPanel.tsx'
import { initialsOf } from './initials.ts'

/** The user's initials, and behind them what concerns the account (BRD-060). */
export function AvatarMenu({ onInstall }: { onInstall: () => void }) {
  const t = useTexts('shell')
  const { user } = useSession()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const close = () => setAnchor(null)
  const initials = initialsOf(user.name)
  // With what stands on it: who speaks to the device says what they see.
  const label = t('shell:account.open', { name: user.name, initials })
  return (
    <>
      <IconButton
        aria-label={label}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ p: 0.75 }}
      >
        <Avatar sx={avatar}>{initials}</Avatar>
      </IconButton>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={close}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{
          paper: { role: 'dialog', 'aria-label': label, sx: { width: 300, maxWidth: 'calc(100vw - 32px)' } },
        }}
      >
        <AccountPanel
          onClose={close}
          onInstall={() => {
            close()
            onInstall()
          }}
        />
      </Popover>
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
