import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import Download from '@mui/icons-material/DownloadOutlined'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useId, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'

interface DownloadMenuProps {
  label: string
  disabledReason?: string | undefined | false
  /** Downloads the shown rows: the button itself. */
  onShown: () => void
  /** Downloads all rows, if that is more than the shown ones. */
  onAll?: (() => void) | undefined
}

/** Downloads a list as shown; a second option downloads everything. */
export function DownloadMenu({ label, disabledReason, onShown, onAll }: DownloadMenuProps) {
  const t = useTexts()
  const id = useId()
  const isPhone = useIsPhone()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const choose = (save: () => void) => () => {
    setAnchor(null)
    save()
  }
  return (
    <Box sx={{ display: 'inline-flex', alignItems: 'center' }}>
      <ActionButton
        isIconOnly={isPhone}
        startIcon={<Download />}
        disabledReason={disabledReason}
        onClick={onShown}
      >
        {label}
      </ActionButton>
      {onAll && (
        <>
          <IconButton
            color="primary"
            aria-label={t('common:download.choices')}
            aria-haspopup="menu"
            aria-expanded={anchor !== null}
            aria-controls={anchor ? id : undefined}
            onClick={(event) => setAnchor(event.currentTarget)}
          >
            <ArrowDropDown />
          </IconButton>
          <Menu id={id} anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
            {!disabledReason && <MenuItem onClick={choose(onShown)}>{t('common:download.shown')}</MenuItem>}
            <MenuItem onClick={choose(onAll)}>{t('common:download.all')}</MenuItem>
          </Menu>
        </>
      )}
    </Box>
  )
}
