import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { BrandLogo } from '#src/brand/BrandLogo.tsx'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Page } from '#src/ui/layout/Page.tsx'
import { BackLink } from '#src/ui/link/BackLink.tsx'

const sections = ['account', 'work', 'device', 'photos', 'cookies', 'sharing', 'rights', 'contact'] as const

/** /privacy_policy: a plain text of our own, in the brand's name (ACC-008, ACC-009). */
export function PrivacyPolicyScreen() {
  const t = useTexts('privacy-policy')
  const { name, support } = useBrand()
  const { phone } = useFormat()
  const words = { name, email: support.email, phone: phone(support.phone) }
  return (
    <Box component="main" sx={{ mx: 'auto', maxWidth: 760 }}>
      <Box sx={{ px: { xs: 2, md: 3 }, pt: 3 }}>
        <BrandLogo scale={1.5} />
      </Box>
      <Page
        title={t('privacy-policy:title')}
        subtitle={t('privacy-policy:lead', words)}
        width="reading"
        back={<BackLink to="/">{t('common:action.back')}</BackLink>}
      >
        {sections.map((section) => (
          <Box component="section" key={section} sx={{ mb: 3, maxWidth: '65ch' }}>
            <Typography variant="h2" sx={{ mb: 0.5 }}>
              {t(`privacy-policy:${section}.title`)}
            </Typography>
            <Typography>{t(`privacy-policy:${section}.text`, words)}</Typography>
          </Box>
        ))}
      </Page>
    </Box>
  )
}
