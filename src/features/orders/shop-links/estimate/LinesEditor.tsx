import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { SERVICE_ROWS_MAX } from '#domain/core/limits.ts'
import type { OnPreparing } from '#src/features/orders/shop-links/useShopFiles.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { currentLanguage } from '#src/i18n/i18n.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { ShopQueue } from '#src/offline/shop/shop-queue.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AutocompleteInput } from '#src/ui/form/AutocompleteInput.tsx'
import { EstimateLineFields } from './EstimateLineFields.tsx'
import { changeLine, type DraftLine, emptyLine, lineErrors, totalsOf } from './estimate-draft.ts'

interface LinesEditorProps {
  queue: ShopQueue
  order: ShopOrder
  services: readonly ServiceDefinition[]
  lines: readonly DraftLine[]
  showsErrors: boolean
  onChange: (step: (lines: readonly DraftLine[]) => DraftLine[]) => void
  /** Reports photos that are being prepared. Without it, the lines accept no photos. */
  onPreparing?: OnPreparing
  /** Describes how a line differs from the approved one. */
  markOf?: (line: DraftLine) => string | undefined
}

/** Services and prices as the shop enters them, with their totals. */
export function LinesEditor(props: LinesEditorProps) {
  const { queue, order, services, lines, showsErrors, onChange, onPreparing, markOf } = props
  const t = useTexts('shop-link')
  const format = useFormat()
  const lineName = useLineName(order, services)
  const errors = lineErrors(lines, positionsIn(services))
  const totals = totalsOf(lines, order)
  return (
    <>
      {lines.map((line, n) => (
        <EstimateLineFields
          key={line.key}
          queue={queue}
          name={lineName(line.service_definition_id)}
          positions={positionsIn(services)(line.service_definition_id)}
          value={line}
          fault={showsErrors ? (errors[n] ?? null) : null}
          mark={markOf?.(line)}
          onChange={(step) => onChange((before) => changeLine(before, line.key, step))}
          onRemove={() => onChange((before) => before.filter(({ key }) => key !== line.key))}
          {...(onPreparing && { onPreparing })}
        />
      ))}
      {lines.length < SERVICE_ROWS_MAX ? (
        <AutocompleteInput
          key={lines.length}
          label={t('shop-link:estimate.add')}
          options={services}
          value={null}
          onChange={(service) => service && onChange((before) => [...before, emptyLine(service.id)])}
          getKey={({ id }) => String(id)}
          getLabel={nameOf}
        />
      ) : (
        <Typography>{t('shop-link:estimate.full')}</Typography>
      )}
      <Typography sx={{ textAlign: 'end' }} aria-live="polite">
        {t(Number(totals.discount) > 0 ? 'shop-link:estimate.sumLess' : 'shop-link:estimate.sum', {
          subTotal: format.money(totals.subTotal),
          discount: format.money(totals.discount),
          tax: format.money(totals.tax),
          total: format.money(totals.total),
        })}
      </Typography>
    </>
  )
}

/** Returns the positions at which a service can be done; empty for an unknown service. */
export const positionsIn =
  (services: readonly ServiceDefinition[]) =>
  (id: number): readonly string[] =>
    services.find((service) => service.id === id)?.positions ?? []

/** Returns the name of a service, from the catalog or from the order. */
export function useLineName(order: ShopOrder, services: readonly ServiceDefinition[]) {
  const t = useTexts('shop-link')
  return (id: number): string => {
    const known = services.find((service) => service.id === id)
    const there = [...order.lines, ...order.rejected_lines].find((line) => line.service_definition_id === id)
    const name = known ? nameOf(known) : currentLanguage() === 'fr' ? there?.name_fr : there?.name_en
    return name ?? t('shop-link:estimate.unknown')
  }
}

const nameOf = (service: ServiceDefinition) =>
  currentLanguage() === 'fr' ? service.name_fr : service.name_en
