import type { PaymentMethod } from '#contract/money/payment-methods.ts'
import { Box } from '#src/ui/box/Box.tsx'

/** Abbreviations of card types where they differ from the name. */
const SHORT: Record<string, string> = { MasterCard: 'MC', 'American Express': 'AMEX' }

interface CardMarkProps {
  type: PaymentMethod['type']
  /** 'Visa'; null for PayPal. */
  kind: string | null
  /** Omit where the card type is already shown as text. */
  label?: string
}

/** A small card with the abbreviated card type (APR-021). */
export function CardMark({ type, kind, label }: CardMarkProps) {
  const text = type === 'paypal_account' ? 'PayPal' : (SHORT[kind ?? ''] ?? kind ?? '')
  return (
    <Box
      component="span"
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      sx={mark}
    >
      {text}
    </Box>
  )
}

const mark = {
  display: 'inline-flex',
  alignItems: 'center',
  justifyContent: 'center',
  flexShrink: 0,
  minWidth: 46,
  height: 28,
  px: 0.75,
  border: 1,
  borderColor: 'divider',
  borderRadius: 1,
  bgcolor: 'action.hover',
  color: 'text.primary',
  fontSize: '0.6875rem',
  fontWeight: 700,
  fontStyle: 'italic',
  lineHeight: 1,
} as const
