import OpenInNew from '@mui/icons-material/OpenInNew'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Tooltip from '@mui/material/Tooltip'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { visuallyHidden } from '#src/ui/layout/visually-hidden.ts'
import { isWebLink } from './web-link.ts'

/** The fleet's links to other sites, each in a new tab with its description as a tooltip (BRD-067 to BRD-069). */
export function FleetLinks({ onOpen }: { onOpen: () => void }) {
  const t = useTexts('fleet')
  const { fleet } = useSession()
  const links = fleet.fleet_links.filter(({ link }) => isWebLink(link))
  if (links.length === 0) return null
  return (
    <List disablePadding sx={{ py: 0.5 }} aria-label={t('fleet:links.label')}>
      {links.map(({ id, name, description, link }) => (
        <ListItem key={id} disablePadding>
          <Tooltip title={description} placement="left" describeChild>
            <ListItemButton
              component="a"
              href={link}
              target="_blank"
              rel="noopener noreferrer"
              onClick={onOpen}
            >
              <ListItemIcon sx={{ minWidth: 40 }}>
                <OpenInNew />
              </ListItemIcon>
              <span>
                {name}
                <span style={visuallyHidden}>{` (${t('fleet:links.newTab')})`}</span>
              </span>
            </ListItemButton>
          </Tooltip>
        </ListItem>
      ))}
    </List>
  )
}
