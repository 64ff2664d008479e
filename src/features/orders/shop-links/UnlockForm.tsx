import Button from '@mui/material/Button'
import { useState } from 'react'
import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { SHOP_LINK_VIN_CHARACTERS } from '#domain/core/limits.ts'
import { api } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import { useCall } from '#src/forms/useCall.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { FormStack } from '#src/ui/focus/FormStack.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'

const OWN = ['shop_link_invalid', 'shop_link_revoked', 'shop_link_expired', 'vin_mismatch'] as const
const isOwn = (code: string): code is (typeof OWN)[number] => (OWN as readonly string[]).includes(code)

interface UnlockFormProps {
  orderId: number
  token: string
  onOpened: (order: ShopOrder) => Promise<void>
}

/** Requests the end of the VIN. The link's token leaves the address bar as soon as it was used. */
export function UnlockForm({ orderId, token, onOpened }: UnlockFormProps) {
  const t = useTexts('shop-link')
  const textOf = useFailureText()
  const [vin, setVin] = useState('')
  const open = useCall(async () => {
    const order = await api.shopLinks.unlock({ id: orderId, token, vin_last_8: vin })
    history.replaceState(null, '', location.pathname)
    await onOpened(order)
  })
  const failure = open.error === null ? undefined : toFailure(open.error)
  const words = failure && (isOwn(failure.code) ? t(`shop-link:problem.${failure.code}`) : textOf(failure))
  return (
    <FormStack onSubmit={open.run} sx={{ gap: 2, py: 2 }}>
      <Typography variant="h1">{t('shop-link:unlock.title')}</Typography>
      <Typography>{t('shop-link:unlock.intro')}</Typography>
      {failure && failure.code !== 'vin_mismatch' && <AlertBox type="error" message={words} />}
      <TextInput
        required
        label={t('shop-link:unlock.vin')}
        help={t('shop-link:unlock.help')}
        error={failure?.code === 'vin_mismatch' ? words : undefined}
        value={vin}
        onChange={(text) => setVin(text.toUpperCase())}
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={20}
      />
      <Button
        type="submit"
        variant="contained"
        size="large"
        loading={open.isPending}
        disabled={vin.replace(/\W/g, '').length < SHOP_LINK_VIN_CHARACTERS}
      >
        {t('shop-link:unlock.open')}
      </Button>
    </FormStack>
  )
}
