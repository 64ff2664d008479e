import type { PriceEstimate } from '#contract/catalog/services.ts'
import { orderSums, RETAIL_SAVINGS_PERCENT, sumOf } from '#domain/orders/prices.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Totals } from '#src/ui/layout/Totals.tsx'
import type { ServiceLine } from '../request-draft.ts'

interface PriceSummaryProps {
  lines: readonly ServiceLine[]
  prices: ReadonlyMap<number, readonly PriceEstimate[]>
  tax: { percent: number; source: string; date: string }
  /** The discount of a checked promotion. */
  discount?: string | undefined
}

/**
 * Estimated totals of the chosen services: before tax, tax, total, and the saving against retail (SVC-049, SVC-092).
 */
export function PriceSummary({ lines, prices, tax, discount = '0.00' }: PriceSummaryProps) {
  const t = useTexts('requests')
  const format = useFormat()
  const estimates = lines.flatMap((line) => prices.get(line.service_definition_id)?.[0] ?? [])
  if (estimates.length === 0 || estimates.length < lines.length) return null
  const isLess = Number(discount) > 0
  const promotion = isLess ? { percent_off: null, amount_off: discount, minimum: '0.00' } : null
  const { pre_tax_sub_total, tax_amount, total } = orderSums(
    estimates.map((estimate) => estimate.shop_price_estimate),
    { taxPercent: tax.percent, savingsPercent: RETAIL_SAVINGS_PERCENT, promotion },
  )
  const sums = [
    { label: t('requests:price.subTotal'), amount: format.money(pre_tax_sub_total) },
    ...(isLess ? [{ label: t('requests:price.promotion'), amount: format.money(`-${discount}`) }] : []),
    {
      label: t('requests:price.tax', { percent: format.percent(tax.percent, 3) }),
      amount: format.money(tax_amount),
    },
    {
      label: t('requests:price.total'),
      amount: format.money(total),
      isTotal: true,
    },
    {
      label: t('requests:price.saving'),
      amount: format.money(sumOf(estimates.map((estimate) => estimate.retail_savings))),
    },
  ]
  return (
    <Box>
      <Totals sums={sums} />
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {t('requests:price.taxNote', { date: format.date(tax.date) })}
      </Typography>
    </Box>
  )
}
