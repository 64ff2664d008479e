import MoreVert from '@mui/icons-material/MoreVert'
import IconButton from '@mui/material/IconButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { type ReactNode, useId, useState } from 'react'

interface MoreMenuProps {
  /** Accessible name of the button. */
  label: string
  acts: readonly { label: string; icon: ReactNode; onClick: () => void }[]
}

/** Less common actions, which a phone has no room for next to the main one. */
export function MoreMenu({ label, acts }: MoreMenuProps) {
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <IconButton
        aria-label={label}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreVert />
      </IconButton>
      <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {acts.map((act) => (
          <MenuItem
            key={act.label}
            onClick={() => {
              setAnchor(null)
              act.onClick()
            }}
          >
            <ListItemIcon>{act.icon}</ListItemIcon>
            {act.label}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
