import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import type { Promotion } from '#contract/orders/promotions.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import type { PromotionChoice } from '../apply-promotion.ts'

export interface ChoosingProps {
  /** The choice is applied after the booking. */
  isBeforeBooking: boolean
  isBusy: boolean
  disabledReason: string | false
  onChoose: (choice: PromotionChoice) => void
}
interface PromotionListProps extends ChoosingProps {
  promotions: readonly Promotion[]
  appliedId: number | undefined
}

/** Available promotions with their discount; marks the applied one (SHP-018, SHP-020, SHP-028). */
export function PromotionList({ promotions, appliedId, ...choosing }: PromotionListProps) {
  const t = useTexts('promotions')
  if (promotions.length === 0) return null
  return (
    <Box component="ul" aria-label={t('promotions:list')} sx={{ display: 'grid', gap: 1.5 }}>
      {promotions.map((promotion) => (
        <Stack
          component="li"
          key={promotion.id}
          direction="row"
          sx={{ gap: 1.5, alignItems: 'center', justifyContent: 'space-between' }}
        >
          <PromotionText promotion={promotion} />
          {promotion.id === appliedId ? (
            <StatusChip tone="success" icon={<CheckCircle />} label={t('promotions:applied')} />
          ) : (
            <ChooseButton promotion={promotion} {...choosing} />
          )}
        </Stack>
      ))}
    </Box>
  )
}

function PromotionText({ promotion: { name, description, discount } }: { promotion: Promotion }) {
  const t = useTexts('promotions')
  const format = useFormat()
  return (
    <Box sx={{ minWidth: 0 }}>
      <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{name}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {description}
      </Typography>
      {discount !== null && (
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {t('promotions:off', { amount: format.money(discount) })}
        </Typography>
      )}
    </Box>
  )
}

function ChooseButton({ promotion, ...choosing }: ChoosingProps & { promotion: Promotion }) {
  const { isBeforeBooking, isBusy, disabledReason, onChoose } = choosing
  const t = useTexts('promotions')
  const { id, name } = promotion
  return (
    <ActionButton
      variant="outlined"
      aria-label={isBeforeBooking ? t('promotions:useNamed', { name }) : t('promotions:applyNamed', { name })}
      loading={isBusy}
      disabledReason={disabledReason}
      onClick={() => onChoose({ promotion_id: id, name })}
      sx={{ flexShrink: 0 }}
    >
      {isBeforeBooking ? t('promotions:use') : t('promotions:apply')}
    </ActionButton>
  )
}
