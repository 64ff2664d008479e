import Button from '@mui/material/Button'
import type { Country } from '#contract/core/locale.ts'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'

const sections = ['use', 'account', 'data', 'payment', 'promotional', 'limits', 'end', 'contact'] as const

/** The terms, a plain text of our own in the brand's name. What was typed stays behind it. */
export function TermsDialog({ country, onClose }: { country: Country; onClose: () => void }) {
  const t = useTexts('terms')
  const { name, support } = useBrand()
  const { phone } = useFormat()
  const texts = { name, email: support.email, phone: phone(support.phone) }
  return (
    <ResponsiveDialog
      open
      title={t('terms:title')}
      onClose={onClose}
      actions={<Button onClick={onClose}>{t('terms:close')}</Button>}
    >
      {sections
        .filter((section) => section !== 'promotional' || country === 'CA')
        .map((section) => (
          <Box component="section" key={section} sx={{ mb: 2.5 }}>
            <Typography variant="h3" component="h3" sx={{ mb: 0.5 }}>
              {t(`terms:${section}.title`)}
            </Typography>
            <Typography>{t(`terms:${section}.text`, texts)}</Typography>
          </Box>
        ))}
    </ResponsiveDialog>
  )
}
