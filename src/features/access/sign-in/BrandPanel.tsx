import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { currentLanguage } from '#src/i18n/i18n.ts'

/** The brand's half of the sign-in screen on a computer: its colour, its promise, a dial that nobody has to read. */
export function BrandPanel() {
  const brand = useBrand()
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
      <Dial />
      <Typography
        sx={{
          position: 'relative',
          maxWidth: 480,
          fontSize: '2rem',
          fontWeight: brand.theme.headings.weight,
          lineHeight: 1.2,
          letterSpacing: `${brand.theme.headings.spacing - 0.01}em`,
          textWrap: 'balance',
        }}
      >
        {brand.description[currentLanguage()]}
      </Typography>
    </Box>
  )
}

const ticks = Array.from({ length: 61 }, (_, index) => index)

function Dial() {
  return (
    <Box
      component="svg"
      viewBox="-110 -110 220 220"
      aria-hidden
      sx={{ position: 'absolute', top: '-18%', right: '-22%', width: '105%', opacity: 0.9 }}
    >
      <g fill="none" stroke="currentColor" strokeLinecap="round">
        <circle r="104" strokeWidth="0.5" opacity="0.25" />
        <circle r="60" strokeWidth="0.5" opacity="0.2" />
        {ticks.map((tick) => (
          <line
            key={tick}
            x1="0"
            x2="0"
            y1="-98"
            y2={tick % 5 === 0 ? -88 : -93}
            strokeWidth={tick % 5 === 0 ? 1 : 0.5}
            opacity={tick % 5 === 0 ? 0.55 : 0.3}
            transform={`rotate(${tick * 4.5 - 135})`}
          />
        ))}
        <path
          d="M -53.7 53.7 A 76 76 0 0 1 -53.7 -53.7 A 76 76 0 0 1 29 -70.2"
          strokeWidth="3"
          opacity="0.35"
        />
        <line x1="0" y1="0" x2="25" y2="-66" strokeWidth="2" opacity="0.7" />
        <circle r="4" fill="currentColor" stroke="none" opacity="0.7" />
      </g>
    </Box>
  )
}
