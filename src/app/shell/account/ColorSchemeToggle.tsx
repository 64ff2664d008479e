import DarkMode from '@mui/icons-material/DarkModeOutlined'
import LightMode from '@mui/icons-material/LightModeOutlined'
import SettingsBrightness from '@mui/icons-material/SettingsBrightnessOutlined'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import Tooltip from '@mui/material/Tooltip'
import { type ColorSchemeChoice, useBrandColorScheme } from '#src/brand/useColorScheme.ts'
import { useTexts } from '#src/i18n/useTexts.ts'

const choices = ['system', 'light', 'dark'] as const
const icons = {
  system: <SettingsBrightness fontSize="small" />,
  light: <LightMode fontSize="small" />,
  dark: <DarkMode fontSize="small" />,
}

/** Chooses light, dark or the device's setting. */
export function ColorSchemeToggle() {
  const t = useTexts('shell')
  const [scheme, setScheme] = useBrandColorScheme()
  return (
    <ToggleButtonGroup
      exclusive
      size="small"
      value={scheme}
      aria-label={t('shell:account.theme.label')}
      onChange={(_, choice: ColorSchemeChoice | null) => choice && setScheme(choice)}
    >
      {choices.map((choice) => (
        <ToggleButton key={choice} value={choice} aria-label={t(`shell:account.theme.${choice}`)}>
          <Tooltip title={t(`shell:account.theme.${choice}`)}>{icons[choice]}</Tooltip>
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  )
}
