import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { usePositionName } from '#src/features/catalog/services/usePositionName.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { currentLanguage } from '#src/i18n/i18n.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Section } from '#src/ui/layout/Section.tsx'

/** The order's services and their totals. */
export function EstimateLines({ order, title }: { order: ShopOrder; title: string }) {
  const t = useTexts('shop-link')
  const format = useFormat()
  const positionOf = usePositionName()
  const totals = [
    [t('shop-link:sum.subTotal'), order.pre_tax_sub_total],
    ...(Number(order.discount) > 0 ? [[t('shop-link:sum.discount'), `-${order.discount}`] as const] : []),
    [t('shop-link:sum.tax', { percent: format.percent(order.tax_percent, 3) }), order.tax_amount],
    [t('shop-link:sum.total'), order.total],
  ] as const
  return (
    <Section title={title}>
      <Box component="ul" sx={{ display: 'grid', gap: 1 }}>
        {order.lines.map((line) => (
          <Stack
            component="li"
            direction="row"
            key={line.id}
            sx={{ justifyContent: 'space-between', gap: 2 }}
          >
            <Box sx={{ minWidth: 0, overflowWrap: 'anywhere' }}>
              <Typography>
                {currentLanguage() === 'fr' ? line.name_fr : line.name_en}
                {line.position && ` (${positionOf(line.position)})`}
              </Typography>
              {line.note && (
                <Typography variant="body2" sx={{ color: 'text.secondary' }}>
                  {line.note}
                </Typography>
              )}
            </Box>
            <Typography>{format.money(line.total)}</Typography>
          </Stack>
        ))}
      </Box>
      <Box component="dl" sx={{ m: 0, mt: 2, pt: 1, borderTop: 1, borderColor: 'divider' }}>
        {totals.map(([label, amount]) => (
          <Stack direction="row" key={label} sx={{ justifyContent: 'space-between', py: 0.25 }}>
            <Typography component="dt">{label}</Typography>
            <Typography component="dd" sx={{ m: 0, fontWeight: 600 }}>
              {format.money(amount)}
            </Typography>
          </Stack>
        ))}
      </Box>
    </Section>
  )
}
