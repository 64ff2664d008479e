import Check from '@mui/icons-material/Check'
import Button from '@mui/material/Button'
import type { PaymentMethod } from '#contract/money/payment-methods.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'

interface DefaultStateProps {
  method: PaymentMethod
  /** Distinguishes the buttons for screen readers. */
  name: string
  /** For a grid row. */
  isCompact?: boolean
  onSetDefault: () => void
}

/** Shows that the method pays the subscription, or a button that makes it do so (PAY-018). */
export function DefaultState({ method, name, isCompact = false, onSetDefault }: DefaultStateProps) {
  const t = useTexts('payment-methods')
  if (method.is_default)
    return <StatusChip tone="success" icon={<Check />} label={t('payment-methods:default')} />
  if (!method.can_set_default) return null
  return (
    <Button
      size="small"
      aria-label={t('payment-methods:act.setDefaultOf', { name })}
      onClick={onSetDefault}
      sx={isCompact ? { py: 0.25, ml: -0.75 } : { minHeight: 44, whiteSpace: 'nowrap' }}
    >
      {t('payment-methods:act.setDefault')}
    </Button>
  )
}
