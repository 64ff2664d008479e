import InstallMobile from '@mui/icons-material/InstallMobileOutlined'
import Logout from '@mui/icons-material/Logout'
import Person from '@mui/icons-material/PersonOutlined'
import Tune from '@mui/icons-material/TuneOutlined'
import Box from '@mui/material/Box'
import Divider from '@mui/material/Divider'
import List from '@mui/material/List'
import ListItem from '@mui/material/ListItem'
import ListItemButton from '@mui/material/ListItemButton'
import ListItemIcon from '@mui/material/ListItemIcon'
import Typography from '@mui/material/Typography'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { LanguageToggle } from '#src/features/access/account/LanguageToggle.tsx'
import { useSaveLanguage } from '#src/features/access/account/useSaveLanguage.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useMode } from '#src/session/mode.ts'
import { useInstallWay } from '#src/session/pwa/useInstallWay.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { LinkBox } from '#src/ui/link/LinkBox.tsx'
import { FooterEntries } from './Footer.tsx'
import { places } from './places.tsx'
import { SchemeToggle } from './SchemeToggle.tsx'

interface AccountPanelProps {
  onClose: () => void
  onInstall: () => void
}

/** Who is signed in, the places (BRD-061), how the app looks and speaks, installing it, signing out (BRD-066). */
export function AccountPanel({ onClose, onInstall }: AccountPanelProps) {
  const t = useTexts('shell')
  const { user } = useSession()
  const { languages, traits } = useBrand()
  const navigate = useNavigate()
  const saveLanguage = useSaveLanguage()
  const installWay = useInstallWay()
  const mode = useMode()
  return (
    <>
      <Box sx={{ px: 2, pt: 2, pb: 1 }}>
        <Typography sx={{ fontWeight: 650 }}>{user.name}</Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
          {user.email}
        </Typography>
      </Box>
      <List disablePadding sx={{ py: 0.5 }}>
        {places[mode].map((place) => (
          <Entry
            key={place.key}
            icon={place.icon}
            label={t(`shell:nav.${place.key}`)}
            onClick={() => {
              onClose()
              void navigate({ to: place.to })
            }}
          />
        ))}
      </List>
      <Divider />
      <Box sx={{ display: 'grid', gap: 1.5, px: 2, py: 1.5 }}>
        <Setting label={t('shell:account.theme.label')}>
          <SchemeToggle />
        </Setting>
        {languages.length > 1 && (
          // Where the header has room for its own toggle, one is enough.
          <Box sx={{ display: traits.showsLanguageToggle ? { xs: 'block', sm: 'none' } : 'block' }}>
            <Setting label={t('shell:account.language')}>
              <LanguageToggle onChange={saveLanguage} />
            </Setting>
          </Box>
        )}
      </Box>
      <Divider />
      <List disablePadding sx={{ py: 0.5 }}>
        <Entry
          icon={<Person />}
          label={t('shell:account.details')}
          onClick={() => {
            onClose()
            void navigate({ to: '/account' })
          }}
        />
        <Entry
          icon={<Tune />}
          label={t('shell:account.preferences')}
          onClick={() => {
            onClose()
            void navigate({ to: '/user_preferences' })
          }}
        />
        {installWay && (
          <Entry icon={<InstallMobile />} label={t('shell:account.install')} onClick={onInstall} />
        )}
        <Entry
          icon={<Logout />}
          label={t('shell:account.signOut')}
          onClick={() => {
            onClose()
            void navigate({ to: '/sign_out' })
          }}
        />
      </List>
      <FooterEntries />
      <Typography variant="caption" component="p" sx={{ px: 2, pb: 1.5, m: 0, color: 'text.secondary' }}>
        {t('shell:account.version', { version: __APP_VERSION__ })} {' · '}
        <LinkBox to="/privacy_policy" sx={{ color: 'inherit' }}>
          {t('shell:account.privacyPolicy')}
        </LinkBox>
      </Typography>
    </>
  )
}

function Entry({ icon, label, onClick }: { icon: ReactNode; label: string; onClick: () => void }) {
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
