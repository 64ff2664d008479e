import { useColorScheme } from '@mui/material/styles'

export type ColorSchemeChoice = 'system' | 'light' | 'dark'

/** The user's choice of scheme on this device and how to change it; 'system' follows the phone. */
export function useBrandColorScheme(): [ColorSchemeChoice, (choice: ColorSchemeChoice) => void] {
  const { mode, setMode } = useColorScheme()
  return [mode ?? 'system', setMode]
}
