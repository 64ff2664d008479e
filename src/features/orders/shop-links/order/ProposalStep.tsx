import Button from '@mui/material/Button'
import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { ShopSaveNote } from '#src/features/orders/shop-links/ShopSaveNote.tsx'
import { useShopSave } from '#src/features/orders/shop-links/useShopSave.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { ShopQueue } from '#src/offline/shop/shop-queue.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Section } from '#src/ui/layout/Section.tsx'

interface ProposalStepProps {
  queue: ShopQueue
  order: ShopOrder
  /** The time that the fleet proposes. */
  proposed: string
}

/** A time that the fleet proposes: accept it, or keep the appointment. */
export function ProposalStep({ queue, order, proposed }: ProposalStepProps) {
  const t = useTexts('shop-link')
  const format = useFormat()
  const saving = useShopSave()
  // The response names the proposal that was shown, because the fleet may change it meanwhile.
  const respond = (kind: 'accept_time' | 'decline_time') =>
    void saving.save(() => queue.enter(kind, { appointment_datetime: proposed }, []))
  return (
    <Section title={t('shop-link:proposal.title')}>
      <Stack sx={{ gap: 1 }}>
        <Typography>
          {t('shop-link:proposal.message', {
            time: format.dateTime(proposed),
            appointment: format.dateTime(order.appointment_datetime),
          })}
        </Typography>
        <Button
          variant="contained"
          size="large"
          loading={saving.isSaving}
          onClick={() => respond('accept_time')}
        >
          {t('shop-link:proposal.accept')}
        </Button>
        <Button
          variant="outlined"
          size="large"
          disabled={saving.isSaving}
          onClick={() => respond('decline_time')}
        >
          {t('shop-link:proposal.decline')}
        </Button>
        <ShopSaveNote saving={saving} />
      </Stack>
    </Section>
  )
}
