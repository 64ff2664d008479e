import OpenInNew from '@mui/icons-material/OpenInNew'
import Divider from '@mui/material/Divider'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFooterLinks } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'

/** The footer's links in the menu, for phones without a footer (BRD-049). */
export function FooterMenuItems() {
  const { language } = useFormat()
  const links = useFooterLinks()
  if (links.length === 0) return null
  return (
    <Box sx={{ display: { md: 'none' } }}>
      <Divider />
      <List disablePadding sx={{ py: 0.5 }}>
        {links.map(({ url, text }) => (
          <ListItem key={url} disablePadding>
            <ListItemButton component="a" href={url} target="_blank" rel="noreferrer">
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
