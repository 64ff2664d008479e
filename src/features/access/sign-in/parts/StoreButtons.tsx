import Android from '@mui/icons-material/Android'
import PhoneIphone from '@mui/icons-material/PhoneIphone'
import Button from '@mui/material/Button'
import { useBrand } from '#src/brand/BrandProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'

/** Links to the brand's app in the stores, on phones (ACC-042, ACC-043). */
export function StoreButtons() {
  const t = useTexts('sign-in-steps')
  const { appStore, googlePlay } = useBrand().stores
  return (
    <Stack component="section" sx={{ gap: 1, '& > a': { minHeight: 48 } }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('sign-in-steps:stores.label')}
      </Typography>
      {appStore && (
        <Button
          href={appStore}
          target="_blank"
          rel="noreferrer"
          variant="outlined"
          startIcon={<PhoneIphone />}
        >
          {t('sign-in-steps:stores.appStore')}
        </Button>
      )}
      {googlePlay && (
        <Button href={googlePlay} target="_blank" rel="noreferrer" variant="outlined" startIcon={<Android />}>
          {t('sign-in-steps:stores.googlePlay')}
        </Button>
      )}
    </Stack>
  )
}
