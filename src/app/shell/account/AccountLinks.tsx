import Badge from '@mui/icons-material/BadgeOutlined'
import Help from '@mui/icons-material/HelpOutlined'
import Person from '@mui/icons-material/PersonOutlined'
import Tune from '@mui/icons-material/TuneOutlined'
import Verified from '@mui/icons-material/VerifiedUserOutlined'
import Divider from '@mui/material/Divider'
import type { LinkProps } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { NavigationLink } from '#src/app/shell/navigation/NavigationLink.tsx'
import type { NavigationItem } from '#src/app/shell/navigation/navigation-items.tsx'
import { useNavigationItems } from '#src/app/shell/navigation/useNavigationItems.ts'
import { OptionalPart } from '#src/app/shell/OptionalPart.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useMode } from '#src/session/mode.ts'
import { useHasFeature, useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { LinkBox } from '#src/ui/link/LinkBox.tsx'

const ApprovalsLink = lazyComponent(() =>
  import('#src/app/shell/navigation/ApprovalsLink.tsx').then((m) => m.ApprovalsLink),
)

/** All navigation items of the menu: the fleet's, the management company's for its users, and the user's own. */
export function AccountLinks({ onGo }: { onGo: () => void }) {
  const t = useTexts('shell')
  const hasMembershipCard = useHasFeature('membershipCard')
  const { user } = useSession()
  const mode = useMode()
  // In a fleet, one link leads to the management company's area. In that area, each of its screens has a link.
  const [fleetItems, allCompanyItems] = [useNavigationItems('fleet'), useNavigationItems('fmc')]
  const companyItems = mode === 'fmc' ? allCompanyItems : allCompanyItems.slice(0, 1)
  return (
    <>
      {mode === 'fleet' && (
        <OptionalPart>
          <ApprovalsLink sx={entry} onClick={onGo} />
        </OptionalPart>
      )}
      <NavigationEntries places={fleetItems} onGo={onGo} />
      {user.isFMC && (
        <>
          <Divider />
          <NavigationEntries places={companyItems} onGo={onGo} />
        </>
      )}
      <Divider />
      <Box component="ul" sx={list}>
        <OwnEntry to="/account" icon={<Person />} label={t('shell:account.details')} onGo={onGo} />
        <OwnEntry to="/user_preferences" icon={<Tune />} label={t('shell:account.preferences')} onGo={onGo} />
        {hasMembershipCard && (
          <OwnEntry
            to="/membership_card"
            icon={<Badge />}
            label={t('shell:account.membershipCard')}
            onGo={onGo}
          />
        )}
        <OwnEntry to="/roles" icon={<Verified />} label={t('shell:account.roles')} onGo={onGo} />
        <OwnEntry to="/help" icon={<Help />} label={t('shell:account.help')} onGo={onGo} />
      </Box>
    </>
  )
}

function NavigationEntries({ places: shown, onGo }: { places: NavigationItem[]; onGo: () => void }) {
  const t = useTexts('shell')
  return (
    <Box component="ul" sx={list}>
      {shown.map((place) => (
        <li key={place.key}>
          <NavigationLink item={place} onClick={onGo} sx={entry}>
            {place.icon}
            {t(`shell:nav.${place.key}`)}
          </NavigationLink>
        </li>
      ))}
    </Box>
  )
}

interface OwnProps {
  to: NonNullable<LinkProps['to']>
  icon: ReactNode
  label: string
  onGo: () => void
}

function OwnEntry({ to, icon, label, onGo }: OwnProps) {
  return (
    <li>
      <LinkBox to={to} onClick={onGo} sx={entry}>
        {icon}
        {label}
      </LinkBox>
    </li>
  )
}

const list = { py: 0.5 } as const
const entry = {
  display: 'flex',
  alignItems: 'center',
  gap: 2,
  minHeight: 44,
  px: 2,
  color: 'text.primary',
  textDecoration: 'none',
  '& > svg': { color: 'text.secondary' },
  '&:hover': { bgcolor: 'action.hover' },
  '&:focus-visible': { outlineOffset: '-2px' },
  '&[aria-current="page"], &[aria-current="page"] > svg': { color: 'primary.main' },
} as const
