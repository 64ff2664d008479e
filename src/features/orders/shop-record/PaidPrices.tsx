import type { ShopRecord } from '#contract/orders/shop-record.ts'
import { SHOP_RECORD_ORDERS_MIN } from '#domain/orders/shop-stay-rules.ts'
import { serviceName } from '#src/features/catalog/services/service-options.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { Section } from '#src/ui/layout/Section.tsx'

/** What the fleet paid for each service at a shop: the median, the range, and from how many orders. */
export function PaidPrices({ record }: { record: ShopRecord }) {
  const t = useTexts('shop-record')
  const format = useFormat()
  const services = useLocalRows(['services'], (cache) => cache.services)
  const nameOf = ({ service_definition_id: id, name }: ShopRecord['prices'][number]) => {
    const known = services?.find((service) => service.id === id)
    return known ? serviceName(known, format.language) : name
  }
  const { prices } = record
  return (
    <Section title={t('shop-record:prices.title')} flush>
      <Typography variant="body2" sx={{ px: 2, pb: 1, color: 'text.secondary' }}>
        {prices.length > 0
          ? t('shop-record:prices.lead')
          : t('shop-record:prices.none', { number: format.number(SHOP_RECORD_ORDERS_MIN) })}
      </Typography>
      {prices.length > 0 && (
        <Box component="table" aria-label={t('shop-record:prices.title')} sx={tableStyles}>
          <thead>
            <tr>
              <th scope="col">{t('shop-record:prices.service')}</th>
              <th scope="col">{t('shop-record:prices.median')}</th>
              <th scope="col">{t('shop-record:prices.range')}</th>
              <th scope="col">{t('shop-record:prices.orders')}</th>
            </tr>
          </thead>
          <tbody>
            {prices.map((price) => (
              <tr key={price.service_definition_id}>
                <th scope="row">{nameOf(price)}</th>
                <td>{format.money(price.median)}</td>
                <td>
                  {price.lowest === price.highest
                    ? '–'
                    : t('shop-record:prices.between', {
                        lowest: format.money(price.lowest),
                        highest: format.money(price.highest),
                      })}
                </td>
                <td>{format.number(price.orders)}</td>
              </tr>
            ))}
          </tbody>
        </Box>
      )}
    </Section>
  )
}

const tableStyles = {
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.875rem',
  '& th, & td': { px: { xs: 1, sm: 2 }, py: 1, textAlign: 'end', borderTop: 1, borderColor: 'divider' },
  '& th:first-of-type': { textAlign: 'start', pl: 2 },
  '& td': { fontVariantNumeric: 'tabular-nums' },
  '& thead th': { color: 'text.secondary', fontWeight: 500, py: 0.75 },
  '& tbody th': { fontWeight: 500, overflowWrap: 'anywhere' },
} as const
