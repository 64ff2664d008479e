import { useTheme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'

/** Returns whether the screen is below 600 px: bottom bar, cards, full-screen dialogs (interface rule 1). */
export function useIsPhone(): boolean {
  return useMediaQuery(useTheme().breakpoints.down('sm'), { noSsr: true })
}

/** Returns whether the screen has at least 900 px: left navbar, grids, side panels (interface rule 1). */
export function useIsDesktop(): boolean {
  return useMediaQuery(useTheme().breakpoints.up('md'), { noSsr: true })
}
