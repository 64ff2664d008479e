import { BrandLogo } from '#src/brand/BrandLogo.tsx'
import { PrivacyPolicy } from '#src/features/access/privacy-policy/PrivacyPolicy.tsx'
import { Box } from '#src/ui/box/Box.tsx'

/** /privacy_policy: needs no session (ACC-008). */
export function PrivacyPolicyScreen() {
  return (
    <Box component="main" sx={{ mx: 'auto', maxWidth: 760 }}>
      <Box sx={{ px: { xs: 2, md: 3 }, pt: 3 }}>
        <BrandLogo scale={1.5} />
      </Box>
      <PrivacyPolicy />
    </Box>
  )
}
