import { useBrand } from '#src/brand/BrandProvider.tsx'
import { currentLanguage } from '#src/i18n/i18n.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

/** The brand's description over a decorative dial. */
export function BrandDescription() {
  const { description, theme } = useBrand()
  return (
    <>
      <Dial />
      <Typography
        sx={{
          position: 'relative',
          maxWidth: 480,
          fontSize: '2rem',
          fontWeight: theme.headings.weight,
          lineHeight: 1.2,
          letterSpacing: `${theme.headings.spacing - 0.01}em`,
          textWrap: 'balance',
        }}
      >
        {description[currentLanguage()]}
      </Typography>
    </>
  )
}

const ticks = Array.from({ length: 61 }, (_, index) => index)

/** A decorative dial. */
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
