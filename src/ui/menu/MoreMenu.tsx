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
  acts: readonly { label: string; icon: ReactNode; onClick: () => void }[]
}

/** Less common actions, which a phone has no room for next to the main one. */
export function MoreMenu({ label, acts }: MoreMenuProps) {
  const { button, menu, choose } = useMenu()
  return (
    <>
      <IconButton {...button} aria-label={label}>
        <MoreVert />
      </IconButton>
      <Menu {...menu}>
        {acts.map((act) => (
          <MenuItem key={act.label} onClick={choose(act.onClick)}>
            <ListItemIcon>{act.icon}</ListItemIcon>
            {act.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
