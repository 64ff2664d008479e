import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import type { PriceEstimate } from '#contract/catalog/services.ts'
import { sumOf, taxOn } from '#contract/orders/prices.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { ServiceLine } from '../request-draft.ts'

interface PriceSummaryProps {
  lines: readonly ServiceLine[]
  prices: ReadonlyMap<number, readonly PriceEstimate[]>
  tax: { percent: number; source: string; date: string }
}

/** What the chosen services come to at the shop: before tax, tax, total, and what retail would be more (SVC-049, SVC-092). */
export function PriceSummary({ lines, prices, tax }: PriceSummaryProps) {
  const t = useTexts('requests')
  const format = useFormat()
  const estimates = lines.flatMap((line) => prices.get(line.service_definition_id)?.[0] ?? [])
  if (estimates.length === 0 || estimates.length < lines.length) return null
  const subTotal = sumOf(estimates.map((one) => one.shop_price_estimate))
  const taxAmount = taxOn(subTotal, tax.percent)
  const rows = [
    [t('requests:price.subTotal'), subTotal],
    [t('requests:price.tax', { percent: format.number(tax.percent) }), taxAmount],
    [t('requests:price.total'), sumOf([subTotal, taxAmount])],
    [t('requests:price.saving'), sumOf(estimates.map((one) => one.retail_savings))],
  ] as const
  return (
    <Box>
      <Box
        component="dl"
        sx={{ m: 0, display: 'grid', gridTemplateColumns: '1fr auto', rowGap: 0.5, columnGap: 2 }}
      >
        {rows.map(([label, amount]) => (
          <Box key={label} sx={{ display: 'contents' }}>
            <Typography component="dt" variant="body2">
              {label}
            </Typography>
            <Typography component="dd" variant="body2" sx={{ m: 0, fontWeight: 600, textAlign: 'end' }}>
              {format.money(amount)}
            </Typography>
          </Box>
        ))}
      </Box>
      <Typography variant="caption" component="p" sx={{ color: 'text.secondary', mt: 0.5 }}>
        {t('requests:price.taxNote', { date: format.date(tax.date) })}
      </Typography>
    </Box>
  )
}
