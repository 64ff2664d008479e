import InstallMobile from '@mui/icons-material/InstallMobileOutlined'
import Logout from '@mui/icons-material/Logout'
import Divider from '@mui/material/Divider'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { FooterMenuItems } from '#src/app/shell/navigation/FooterMenuItems.tsx'
import { OptionalPart } from '#src/app/shell/OptionalPart.tsx'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useInstallMethod } from '#src/device/install/useInstallMethod.ts'
import { LanguageToggle } from '#src/features/access/account/LanguageToggle.tsx'
import { useSaveLanguage } from '#src/features/access/account/useSaveLanguage.ts'
import { useHasFleetChoice } from '#src/features/access/fleet/useFleetChoice.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { useIsDesktop } from '#src/ui/layout/useScreenSize.ts'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { LinkBox } from '#src/ui/link/LinkBox.tsx'
import { AccountLinks } from './AccountLinks.tsx'
import { ColorSchemeToggle } from './ColorSchemeToggle.tsx'

const FleetLinks = lazyComponent(() =>
  import('#src/features/access/fleet/FleetLinks.tsx').then((m) => m.FleetLinks),
)
const FleetSelectors = lazyComponent(() =>
  import('#src/features/access/fleet/FleetSelectors.tsx').then((m) => m.FleetSelectors),
)

interface AccountPanelProps {
  onClose: () => void
  onInstall: () => void
}

/**
 * The signed-in user, all navigation items (BRD-061 to BRD-064), the fleet's links, language, color scheme and
 * sign-out.
 */
export function AccountPanel({ onClose, onInstall }: AccountPanelProps) {
  const t = useTexts('shell')
  const { user, fleet } = useSession()
  const navigate = useNavigate()
  const installMethod = useInstallMethod()
  const hasFleetChoice = useHasFleetChoice()
  const isDesktop = useIsDesktop()
  return (
    <>
      <Box sx={{ px: 2, pt: 2, pb: 1 }}>
        <Typography sx={{ fontWeight: 650 }}>{user.name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {user.email}
        </Typography>
      </Box>
      {hasFleetChoice && !isDesktop && (
        <Box sx={{ px: 2, pb: 1 }}>
          <OptionalPart>
            <FleetSelectors />
          </OptionalPart>
        </Box>
      )}
      <AccountLinks onGo={onClose} />
      {fleet.fleet_links.length > 0 && (
        <>
          <Divider />
          <OptionalPart>
            <FleetLinks onOpen={onClose} />
          </OptionalPart>
        </>
      )}
      <Divider />
      <AppearanceSettings />
      <Divider />
      <List disablePadding sx={{ py: 0.5 }}>
        {installMethod && (
          <ActionItem icon={<InstallMobile />} label={t('shell:account.install')} onClick={onInstall} />
        )}
        <ActionItem
          icon={<Logout />}
          label={t('shell:account.signOut')}
          onClick={() => {
            onClose()
            void navigate({ to: '/sign_out' })
          }}
        />
      </List>
      <FooterMenuItems />
      <Typography variant="caption" component="p" sx={{ px: 2, pb: 1.5, m: 0, color: 'text.secondary' }}>
        {t('shell:account.version', { version: __APP_VERSION__ })} {' · '}
        <LinkBox to="/privacy_policy" sx={{ color: 'inherit' }}>
          {t('shell:account.privacyPolicy')}
        </LinkBox>
      </Typography>
    </>
  )
}

function AppearanceSettings() {
  const t = useTexts('shell')
  const { languages, traits } = useBrand()
  const saveLanguage = useSaveLanguage()
  return (
    <Box sx={{ display: 'grid', gap: 1.5, px: 2, py: 1.5 }}>
      <Setting label={t('shell:account.theme.label')}>
        <ColorSchemeToggle />
      </Setting>
      {languages.length > 1 && (
        // Hidden where the header has room for its own toggle.
        <Box sx={{ display: traits.showsLanguageToggle ? { xs: 'block', sm: 'none' } : 'block' }}>
          <Setting label={t('shell:account.language')}>
            <LanguageToggle onChange={saveLanguage} />
          </Setting>
        </Box>
      )}
    </Box>
  )
}

function ActionItem({ icon, label, onClick }: { icon: ReactNode; label: string; onClick: () => void }) {
  return (
    <ListItem disablePadding>
      <ListItemButton onClick={onClick}>
        <ListItemIcon sx={{ minWidth: 40 }}>{icon}</ListItemIcon>
        {label}
      </ListItemButton>
    </ListItem>
  )
}

function Setting({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 1 }}>
      <Typography variant="body2">{label}</Typography>
      {children}
    </Box>
  )
}
