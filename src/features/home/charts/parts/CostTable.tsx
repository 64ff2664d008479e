import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { createAxisFormats } from '#src/lib/format/format-axis.ts'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { toMonth } from '../../dashboard/services-links.ts'
import type { CostOfMonth } from '../CostChart.tsx'
import { daysOfMonth } from '../cost-months.ts'
import { ChartTable } from './ChartTable.tsx'

/** The bars as table rows; each month links to as many orders and entries as it counts (DSH-021). */
export function CostTable({ costs }: { costs: readonly CostOfMonth[] }) {
  const t = useTexts('charts')
  const { number, money, country, language } = useFormat()
  const { longMonth } = createAxisFormats(country, language)
  return (
    <ChartTable
      label={t('charts:costs.title')}
      columns={[
        t('charts:costs.month'),
        t('charts:costs.orders'),
        t('charts:costs.entries'),
        t('charts:costs.canceled'),
        t('charts:costs.cost'),
      ]}
      rows={costs.toReversed().map(({ month, orders, entries, canceled, total }) => {
        const { first, last } = daysOfMonth(month)
        const link = (
          <TextLink key="month" {...toMonth(first, last)}>
            {longMonth(month)}
          </TextLink>
        )
        return { key: month, cells: [link, number(orders), number(entries), number(canceled), money(total)] }
      })}
    />
  )
}
