import Box from '@mui/material/Box'
import { lazy, Suspense } from 'react'
import { useBrand } from '#src/brand/BrandProvider.tsx'

// A phone shows none of it.
const BrandPromise = lazy(() => import('./parts/BrandPromise.tsx').then((m) => ({ default: m.BrandPromise })))

/** The brand's half of the sign-in screen on a computer: its colour, its promise, a dial that nobody has to read. */
export function BrandPanel() {
  const brand = useBrand()
  const isWide = matchMedia('(min-width: 900px)').matches
  return (
    <Box
      component="aside"
      aria-label={brand.name}
      sx={{
        position: 'relative',
        overflow: 'hidden',
        display: { xs: 'none', md: 'flex' },
        flexDirection: 'column',
        justifyContent: 'flex-end',
        flex: '1 1 50%',
        p: 7,
        // The deep colour of the brand in the dark too: half a screen of the light one would dazzle.
        color: brand.theme.light.onPrimary,
        bgcolor: brand.theme.light.primary,
      }}
    >
      <Suspense>{isWide && <BrandPromise />}</Suspense>
    </Box>
  )
}
