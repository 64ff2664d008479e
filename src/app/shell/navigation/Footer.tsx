import Link from '@mui/material/Link'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFooterLinks } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'

const outside = { target: '_blank', rel: 'noreferrer' } as const

/** The brand's links below every screen, if their flag is on. Phones show them in the menu (BRD-049). */
export function Footer() {
  const { language } = useFormat()
  const links = useFooterLinks()
  if (links.length === 0) return null
  return (
    <Box component="footer" sx={footer}>
      {links.map(({ url, text }) => (
        <Link key={url} href={url} {...outside} variant="body2" sx={{ color: 'text.secondary', py: 0.5 }}>
          {text[language]}
        </Link>
      ))}
    </Box>
  )
}

const footer = {
  display: { xs: 'none', md: 'flex' },
  flexWrap: 'wrap',
  columnGap: 3,
  px: 3,
  py: 1,
  borderTop: 1,
  borderColor: 'divider',
} as const
