import Phone from '@mui/icons-material/PhoneOutlined'
import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { BrandLogo } from '#src/brand/BrandLogo.tsx'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

/** The card's holder, its brand and the phone number for help (USR-069, USR-070). */
export function MemberPanel() {
  const t = useTexts('membership-card')
  const { support } = useBrand()
  const { user, fleet } = useSession()
  const { phone } = useFormat()
  return (
    <Paper variant="outlined" sx={{ p: 2, display: 'grid', gap: 1.5 }}>
      <BrandLogo scale={1.25} />
      <Box>
        <Typography sx={{ fontSize: '1.375rem', fontWeight: 700, lineHeight: 1.2 }}>{user.name}</Typography>
        <Typography sx={{ color: 'text.secondary' }}>{fleet.name}</Typography>
      </Box>
      <Button
        variant="contained"
        size="large"
        href={`tel:+1${support.phone}`}
        startIcon={<Phone />}
        sx={{ justifySelf: 'start', minHeight: 52, textAlign: 'start' }}
      >
        {t('membership-card:call', { phone: phone(support.phone) })}
      </Button>
    </Paper>
  )
}
