import Stack from '@mui/material/Stack'
import { OwnData } from '#src/features/access/account/OwnData.tsx'
import { ChangePassword } from '#src/features/access/password/ChangePassword.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Page } from '#src/ui/layout/Page.tsx'

/** /account: one's own data and the password (ACC-010, ACC-011, ACC-113). */
export function AccountScreen() {
  const t = useTexts('password')
  return (
    <Page title={t('password:account.title')} width="form">
      <Stack sx={{ gap: 2 }}>
        <OwnData />
        <ChangePassword />
      </Stack>
    </Page>
  )
}
