import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'

/** Replaces the form for brands that open accounts themselves (ACC-035): whom to contact, and a back link. */
export function SignUpClosed() {
  const t = useTexts('sign-up')
  const { name, support } = useBrand()
  const format = useFormat()
  const contact = { brand: name, phone: format.phone(support.phone), email: support.email }
  return (
    <Stack sx={{ gap: 2, alignItems: 'flex-start' }}>
      <Typography variant="h1" sx={{ fontSize: '1.75rem' }}>
        {t('sign-up:closed.title')}
      </Typography>
      <Typography sx={{ color: 'text.secondary' }}>{t('sign-up:closed.message', contact)}</Typography>
      <LinkButton variant="contained" to="/sign_in">
        {t('sign-up:closed.signIn')}
      </LinkButton>
    </Stack>
  )
}
