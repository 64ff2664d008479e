import DarkMode from '@mui/icons-material/DarkModeOutlined'
import LightMode from '@mui/icons-material/LightModeOutlined'
import SettingsBrightness from '@mui/icons-material/SettingsBrightnessOutlined'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import { type ColourSchemeChoice, useColourScheme } from '#src/brand/useColourScheme.ts'
import { useTexts } from '#src/i18n/useTexts.ts'

const choices = ['system', 'light', 'dark'] as const
const icons = {
  system: <SettingsBrightness fontSize="small" />,
  light: <LightMode fontSize="small" />,
  dark: <DarkMode fontSize="small" />,
}

/** Light, dark, or as the device is. */
export function SchemeToggle() {
  const t = useTexts('shell')
  const [scheme, setScheme] = useColourScheme()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={scheme}
      aria-label={t('shell:account.theme.label')}
      onChange={(_, choice: ColourSchemeChoice | null) => choice && setScheme(choice)}
    >
      {choices.map((choice) => (
        <ToggleButton key={choice} value={choice} aria-label={t(`shell:account.theme.${choice}`)}>
          <Tooltip title={t(`shell:account.theme.${choice}`)}>{icons[choice]}</Tooltip>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
