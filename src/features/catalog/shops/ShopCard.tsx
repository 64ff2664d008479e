import Phone from '@mui/icons-material/PhoneOutlined'
import Star from '@mui/icons-material/StarOutlined'
import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import Typography from '@mui/material/Typography'
import type { Shop } from '#contract/catalog/shops.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'

/** A shop: where it is, how far, and its number to call. */
export function ShopCard({ shop }: { shop: Shop }) {
  const t = useTexts('shops')
  const { country, phone, number } = useFormat()
  const away = country === 'CA' ? shop.kilometers : shop.distance
  return (
    <Box component="li" sx={card}>
      <Box sx={{ minWidth: 0, flexGrow: 1 }}>
        <Typography sx={{ fontWeight: 600, display: 'flex', alignItems: 'center', gap: 0.5 }}>
          {shop.name}
          {shop.is_favorite_shop && (
            <Star fontSize="small" color="warning" titleAccess={t('shops:list.favorite')} />
          )}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {[shop.address_line1, shop.city, [shop.state, shop.zip].join(' ')].join(', ')}
        </Typography>
        {away !== null && (
          <Typography variant="body2">
            {t(country === 'CA' ? 'shops:list.kilometers' : 'shops:list.miles', { number: number(away) })}
          </Typography>
        )}
      </Box>
      <Button
        variant="outlined"
        href={`tel:+1${shop.main_phone_number}`}
        startIcon={<Phone />}
        sx={{ flexShrink: 0, minHeight: 44 }}
      >
        {phone(shop.main_phone_number)}
      </Button>
    </Box>
  )
}

const card = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 1.5,
  px: 2,
  py: 1.25,
  '& + &': { borderTop: 1, borderColor: 'divider' },
} as const
