import { OwnData } from '#src/features/access/account/OwnData.tsx'
import { ChangePassword } from '#src/features/access/passwords/ChangePassword.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { lazyComponent } from '#src/ui/lazy-component.tsx'

const PaymentMethods = lazyComponent(() =>
  import('#src/features/money/payment-methods/PaymentMethods.tsx').then((m) => m.PaymentMethods),
)

/** /account: the user's data, password and the fleet's payment methods (ACC-010, ACC-011, ACC-113). */
export function AccountScreen() {
  const t = useTexts('password')
  const { can } = useSession()
  return (
    <Page title={t('password:account.title')} width="form">
      <Stack sx={{ gap: 2 }}>
        <OwnData />
        <ChangePassword />
        {can('payments.read') && <PaymentMethods />}
      </Stack>
    </Page>
  )
}
