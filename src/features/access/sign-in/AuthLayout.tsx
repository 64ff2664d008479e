import type { ReactNode } from 'react'
import { BrandLogo } from '#src/brand/BrandLogo.tsx'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { currentLanguage } from '#src/i18n/i18n.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { appName } from '#src/lib/app-name.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'
import { PlainLink } from '#src/ui/link/PlainLink.tsx'
import { BrandPanel } from './BrandPanel.tsx'

// Shown by one brand only (ACC-041).
const LanguageToggle = lazyComponent(() =>
  import('#src/features/access/account/LanguageToggle.tsx').then((m) => m.LanguageToggle),
)

/** Layout of the screens before sign-in: brand on one side, form on the other; on phones only the form. */
export function AuthLayout({ title, children }: { title: string; children: ReactNode }) {
  const t = useTexts('sign-in')
  const { traits, flags, footerLinks } = useBrand()
  return (
    <Box sx={{ display: 'flex', minHeight: '100dvh', bgcolor: 'background.paper' }}>
      <title>{`${title} · ${appName()}`}</title>
      <BrandPanel />
      <Stack
        component="main"
        sx={{ flex: '1 1 50%', minWidth: 0, px: { xs: 2.5, sm: 4 }, py: 3, alignItems: 'center' }}
      >
        <Stack
          direction="row"
          sx={{
            width: '100%',
            maxWidth: 420,
            minHeight: 48,
            alignItems: 'center',
            justifyContent: 'space-between',
          }}
        >
          <BrandLogo scale={1.5} />
          {traits.showsLanguageToggle && <LanguageToggle />}
        </Stack>
        <Stack sx={{ width: '100%', maxWidth: 420, my: { xs: 4, md: 'auto' }, py: { md: 5 }, gap: 2.5 }}>
          {children}
        </Stack>
        <Stack direction="row" sx={foot}>
          <PlainLink href="/privacy_policy" sx={{ typography: 'body2', color: 'text.secondary' }}>
            {t('sign-in:privacyPolicy')}
          </PlainLink>
          {/* Before sign-in, the flags of the host apply (BRD-049). */}
          {flags.footer_links &&
            footerLinks.map(({ url, text }) => (
              <PlainLink key={url} href={url} sx={{ typography: 'body2', color: 'text.secondary' }}>
                {text[currentLanguage()]}
              </PlainLink>
            ))}
        </Stack>
      </Stack>
    </Box>
  )
}

const foot = {
  width: '100%',
  maxWidth: 420,
  mt: 'auto',
  pt: 2,
  flexWrap: 'wrap',
  columnGap: 3,
  rowGap: 1,
} as const
