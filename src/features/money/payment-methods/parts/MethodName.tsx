import type { PaymentMethod } from '#contract/money/payment-methods.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { CardMark } from '../CardMark.tsx'

/** A method with its card mark, and its nickname below. */
export function MethodName({ method, name }: { method: PaymentMethod; name: string }) {
  return (
    <Box sx={{ display: 'flex', alignItems: 'center', gap: 1, minWidth: 0 }}>
      <CardMark type={method.type} kind={method.card_type} />
      <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
        <Typography sx={{ fontWeight: 600 }}>{name}</Typography>
        {method.name && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            {method.name}
          </Typography>
        )}
      </Box>
    </Box>
  )
}
