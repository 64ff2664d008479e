import { CacheProvider } from '@emotion/react'
import CssBaseline from '@mui/material/CssBaseline'
import { ThemeProvider } from '@mui/material/styles'
import { createContext, type ReactNode, use, useState } from 'react'
import type { Brand } from '#contract/core/brand.ts'
import { StyleClassesProvider } from '#src/ui/box/StyleClassesProvider.tsx'
import { schemeStorageKey } from './color-scheme.ts'
import { brandOfPage } from './page-brand.ts'
import { createStyleCache } from './style-cache.ts'
import { createBrandTheme } from './theme.ts'

const BrandContext = createContext<Brand | undefined>(undefined)

/** Provides the page's brand and its theme. */
export function BrandProvider({ children }: { children: ReactNode }) {
  const [brand] = useState(brandOfPage)
  const [theme] = useState(() => createBrandTheme(brand))
  const [styles] = useState(createStyleCache)
  return (
    <BrandContext value={brand}>
      <CacheProvider value={styles}>
        <ThemeProvider theme={theme} defaultMode="system" modeStorageKey={schemeStorageKey} noSsr>
          <CssBaseline enableColorScheme />
          <StyleClassesProvider cache={styles}>{children}</StyleClassesProvider>
        </ThemeProvider>
      </CacheProvider>
    </BrandContext>
  )
}

/** Returns the current brand. Use its traits, never its name. */
export function useBrand(): Brand {
  const brand = use(BrandContext)
  if (!brand) throw new Error('useBrand is used outside of BrandProvider')
  return brand
}
