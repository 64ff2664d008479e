import { createTheme, type Theme } from '@mui/material/styles'
import type {} from '@mui/material/themeCssVarsAugmentation'
import type { Brand, BrandPalette } from '#contract/core/brand.ts'
import { schemeAttribute } from './color-scheme.ts'
import { components } from './components.ts'

/**
 * Creates a brand's theme with both schemes, switched by CSS variables without a render. Brands change colors, font and
 * heading weight. Spacing, radius, elevation and type scale are the same for all.
 */
export function createBrandTheme(brand: Brand): Theme {
  const { weight, spacing } = brand.theme.headings
  return createTheme({
    cssVariables: { colorSchemeSelector: `[${schemeAttribute}="%s"]`, cssVarPrefix: 'wb' },
    colorSchemes: {
      light: { palette: toPalette(brand.theme.light) },
      // How much darker a hovered button is. MUI's default of 0.3 takes a light color with dark text below AA.
      dark: { palette: { ...toPalette(brand.theme.dark), tonalOffset: { light: 0.2, dark: 0.12 } } },
    },
    shape: { borderRadius: 8 },
    typography: {
      // The server declares both fonts in the page: the brand's and its fallback (server/brands/fonts.ts).
      fontFamily: `"${brand.theme.font}", "${brand.theme.font} fallback", system-ui, sans-serif`,
      h1: { fontSize: '1.5rem', fontWeight: weight, lineHeight: 1.25, letterSpacing: `${spacing}em` },
      h2: { fontSize: '1.125rem', fontWeight: 650, lineHeight: 1.3 },
      h3: { fontSize: '1rem', fontWeight: 650, lineHeight: 1.4 },
      body1: { fontSize: '1rem', lineHeight: 1.5 },
      body2: { fontSize: '0.875rem', lineHeight: 1.5 },
      caption: { fontSize: '0.8125rem', lineHeight: 1.4 },
      button: { fontWeight: 600, textTransform: 'none', letterSpacing: 0 },
    },
    components,
  })
}

function toPalette(colors: BrandPalette) {
  return {
    primary: { main: colors.primary, contrastText: colors.onPrimary },
    secondary: { main: colors.secondary, contrastText: colors.onSecondary },
    success: { main: colors.success, contrastText: colors.surface },
    warning: { main: colors.warning, contrastText: colors.surface },
    error: { main: colors.error, contrastText: colors.surface },
    info: { main: colors.info, contrastText: colors.surface },
    background: { default: colors.background, paper: colors.surface },
    text: { primary: colors.text, secondary: colors.textMuted },
    divider: colors.divider,
  }
}
