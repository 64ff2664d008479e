import { useColorScheme } from '@mui/material/styles'

export type ColorSchemeChoice = 'system' | 'light' | 'dark'

/** Returns the user's choice of color scheme on this device and its setter. 'system' follows the device. */
export function useBrandColorScheme(): [ColorSchemeChoice, (choice: ColorSchemeChoice) => void] {
  const { mode, setMode } = useColorScheme()
  return [mode ?? 'system', setMode]
}
