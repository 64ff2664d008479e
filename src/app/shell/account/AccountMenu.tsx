import Popover from '@mui/material/Popover'
import { AccountPanel } from './AccountPanel.tsx'

interface AccountMenuProps {
  open: boolean
  anchor: HTMLElement
  label: string
  onClose: () => void
  onInstall: () => void
}

/** The menu that opens from the avatar. Its code loads with the first tap. */
export function AccountMenu({ open, anchor, label, onClose, onInstall }: AccountMenuProps) {
  return (
    <Popover
      open={open}
      anchorEl={anchor}
      onClose={onClose}
      anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
      transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      slotProps={{
        paper: { role: 'dialog', 'aria-label': label, sx: { width: 300, maxWidth: 'calc(100vw - 32px)' } },
      }}
    >
      <AccountPanel
        onClose={onClose}
        onInstall={() => {
          onClose()
          onInstall()
        }}
      />
    </Popover>
  )
}
