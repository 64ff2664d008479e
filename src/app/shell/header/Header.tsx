import { brandAssets } from '#contract/core/brand-assets.ts'
import { AvatarMenu } from '#src/app/shell/account/AvatarMenu.tsx'
import { FindAnything } from '#src/app/shell/find/FindAnything.tsx'
import { OptionalPart } from '#src/app/shell/OptionalPart.tsx'
import { headerHeight } from '#src/app/shell/shell-heights.ts'
import { BrandLogo } from '#src/brand/BrandLogo.tsx'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useSaveLanguage } from '#src/features/access/account/useSaveLanguage.ts'
import { SyncChip } from '#src/features/home/outbox/SyncChip.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useMode } from '#src/session/mode.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { LinkBox } from '#src/ui/link/LinkBox.tsx'
import { BackToFmc } from './BackToFmc.tsx'

// Only one brand shows it (BRD-057).
const LanguageToggle = lazyComponent(() =>
  import('#src/features/access/account/LanguageToggle.tsx').then((m) => m.LanguageToggle),
)

/** Brand, fleet, sync status, language and account, on all screens that require a session (BRD-056, BRD-057). */
export function Header({ onInstall }: { onInstall: () => void }) {
  const t = useTexts('shell')
  const { traits } = useBrand()
  const { fleet, user } = useSession()
  const mode = useMode()
  const saveLanguage = useSaveLanguage()
  return (
    <Box component="header" sx={header}>
      <LinkBox to="/" aria-label={t('shell:nav.home')} sx={{ display: 'flex', flexShrink: 0 }}>
        <Box sx={{ display: { xs: 'none', md: 'block' } }}>
          <BrandLogo />
        </Box>
        <Box
          component="img"
          src={brandAssets.icon}
          alt=""
          sx={{ display: { xs: 'block', md: 'none' }, width: 32, height: 32, borderRadius: 1 }}
        />
      </LinkBox>
      {mode === 'fleet' ? (
        <Typography
          noWrap
          title={fleet.name}
          sx={{
            // Takes the remaining width and shrinks completely before the chip does.
            flex: '1 1 0',
            fontWeight: 650,
            pl: { md: 2 },
            borderLeft: { md: 1 },
            borderColor: { md: 'divider' },
            // Room for twelve letters on the smallest phone. The link back to the management company needs that room.
            minWidth: user.isFMC ? 0 : 'min(12ch, 34vw)',
          }}
        >
          {fleet.name}
        </Typography>
      ) : (
        <Box sx={{ flexGrow: 1 }} />
      )}
      {mode === 'fleet' && user.isFMC && (
        // On narrower screens the fleet strip shows this link as text.
        <Box sx={{ display: fleet.id === user.home_fleet_id ? 'block' : { xs: 'none', md: 'block' } }}>
          <BackToFmc />
        </Box>
      )}
      <FindAnything />
      <SyncChip />
      <LinkBox to="/help" sx={help}>
        {t('shell:account.help')}
      </LinkBox>
      {traits.showsLanguageToggle && (
        <Box sx={{ display: { xs: 'none', sm: 'block' } }}>
          <OptionalPart>
            <LanguageToggle onChange={saveLanguage} />
          </OptionalPart>
        </Box>
      )}
      <AvatarMenu onInstall={onInstall} />
    </Box>
  )
}

/** Hidden on phones, where the account panel has this link. */
const help = {
  display: { xs: 'none', md: 'flex' },
  alignItems: 'center',
  minHeight: 44,
  px: 1,
  borderRadius: 2,
  color: 'text.primary',
  textDecoration: 'none',
  fontSize: '0.875rem',
  fontWeight: 600,
  '&:hover': { bgcolor: 'action.hover' },
} as const

const header = {
  position: 'sticky',
  top: 0,
  zIndex: 'appBar',
  display: 'flex',
  alignItems: 'center',
  gap: { xs: 1, md: 2 },
  minHeight: headerHeight,
  pl: { xs: 2, md: 3 },
  pr: { xs: 1, md: 2 },
  pt: 'env(safe-area-inset-top, 0px)',
  bgcolor: 'background.paper',
  borderBottom: 1,
  borderColor: 'divider',
} as const
