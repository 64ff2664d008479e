import OpenInNew from '@mui/icons-material/OpenInNew'
import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import Link from '@mui/material/Link'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFooterLinks } from '#src/session/SessionProvider.tsx'

const outside = { target: '_blank', rel: 'noreferrer' } as const

/** The brand's links under every screen while their flag is on; a phone has them in its menu (BRD-049). */
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

/** The same links in the menu, where there is no room for a footer. */
export function FooterEntries() {
  const { language } = useFormat()
  const links = useFooterLinks()
  if (links.length === 0) return null
  return (
    <Box sx={{ display: { md: 'none' } }}>
      <Divider />
      <List disablePadding sx={{ py: 0.5 }}>
        {links.map(({ url, text }) => (
          <ListItem key={url} disablePadding>
            <ListItemButton component="a" href={url} {...outside}>
              <ListItemIcon sx={{ minWidth: 40 }}>
                <OpenInNew />
              </ListItemIcon>
              {text[language]}
            </ListItemButton>
          </ListItem>
        ))}
      </List>
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
