import MoreVert from '@mui/icons-material/MoreVert'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import type { ReactNode } from 'react'
import { useMenu } from './useMenu.ts'

interface MoreMenuProps {
  /** Accessible name of the button. */
  label: string
  actions: readonly { label: string; icon: ReactNode; onClick: () => void }[]
}

/** Less common actions, which a phone has no room for next to the main one. */
export function MoreMenu({ label, actions }: MoreMenuProps) {
  const { button, menu, choose } = useMenu()
  return (
    <>
      <IconButton {...button} aria-label={label}>
        <MoreVert />
      </IconButton>
      <Menu {...menu}>
        {actions.map((action) => (
          <MenuItem key={action.label} onClick={choose(action.onClick)}>
            <ListItemIcon>{action.icon}</ListItemIcon>
            {action.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
