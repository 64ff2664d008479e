import UnfoldMore from '@mui/icons-material/UnfoldMore'
import ButtonBase from '@mui/material/ButtonBase'
import ListItemText from '@mui/material/ListItemText'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useId, useState } from 'react'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

interface SelectorOption {
  id: number
  name: string
  /** Second line: why it cannot be chosen, or a remark. */
  note?: string | undefined
  isDisabled?: boolean
}

interface SelectorProps {
  label: string
  /** Shown while nothing in the list is chosen. */
  empty: string
  value: number | undefined
  options: readonly SelectorOption[]
  /** Why nothing can be chosen now; the list can still be opened. */
  disabledReason: string | undefined
  onChoose: (option: SelectorOption) => void
}

/** Compact choice: label, current value, and a list that opens on click. */
export function Selector({ label, empty, value, options, disabledReason, onChoose }: SelectorProps) {
  const id = useId()
  const reasonId = `${id}-reason`
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const chosen = options.find((option) => option.id === value)
  return (
    <>
      <ButtonBase
        id={id}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={button}
      >
        <Box sx={{ minWidth: 0, flexGrow: 1 }}>
          <Typography variant="caption" component="span" sx={{ display: 'block', color: 'text.secondary' }}>
            {label}
          </Typography>
          <Typography component="span" sx={name}>
            {chosen?.name ?? empty}
          </Typography>
        </Box>
        <UnfoldMore aria-hidden sx={{ fontSize: 18, color: 'text.secondary', flexShrink: 0 }} />
      </ButtonBase>
      <Menu
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        slotProps={{
          // The popover lies outside of all landmarks, so it needs a role and a name.
          paper: { role: 'dialog', 'aria-label': label },
          list: { 'aria-labelledby': id, ...(disabledReason && { 'aria-describedby': reasonId }) },
        }}
      >
        {disabledReason && (
          <Typography
            component="li"
            role="none"
            id={reasonId}
            variant="body2"
            sx={{ px: 2, pb: 1, maxWidth: 280 }}
          >
            {disabledReason}
          </Typography>
        )}
        {options.map((option) => (
          <MenuItem
            key={option.id}
            role="menuitemradio"
            aria-checked={option.id === value}
            selected={option.id === value}
            disabled={Boolean(option.isDisabled || disabledReason)}
            onClick={() => {
              setAnchor(null)
              onChoose(option)
            }}
            sx={{ minHeight: 48 }}
          >
            <ListItemText primary={option.name} secondary={option.note} />
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}

const button = {
  display: 'flex',
  width: '100%',
  minHeight: 48,
  gap: 0.25,
  px: 1,
  py: 0.5,
  border: 1,
  borderColor: 'divider',
  borderRadius: 2,
  textAlign: 'start',
  '&:hover': { bgcolor: 'action.hover' },
} as const

const name = {
  display: '-webkit-box',
  WebkitBoxOrient: 'vertical',
  WebkitLineClamp: 2,
  overflow: 'hidden',
  overflowWrap: 'anywhere',
  fontSize: '0.8125rem',
  fontWeight: 600,
  lineHeight: 1.2,
} as const
