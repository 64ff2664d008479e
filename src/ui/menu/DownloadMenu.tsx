import ArrowDropDown from '@mui/icons-material/ArrowDropDown'
import Download from '@mui/icons-material/DownloadOutlined'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { useMenu } from './useMenu.ts'

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
  const isPhone = useIsPhone()
  const { button, menu, choose } = useMenu()
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
          <IconButton {...button} color="primary" aria-label={t('common:download.choices')}>
            <ArrowDropDown />
          </IconButton>
          <Menu {...menu}>
            {!disabledReason && <MenuItem onClick={choose(onShown)}>{t('common:download.shown')}</MenuItem>}
            <MenuItem onClick={choose(onAll)}>{t('common:download.all')}</MenuItem>
          </Menu>
        </>
      )}
    </Box>
  )
}
