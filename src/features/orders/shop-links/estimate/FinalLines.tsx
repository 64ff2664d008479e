import Button from '@mui/material/Button'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { cents, sumOf } from '#domain/orders/prices.ts'
import { unapprovedLines } from '#domain/orders/shop-prices.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { ShopQueue } from '#src/offline/shop/shop-queue.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ErrorAlert } from '#src/ui/feedback/ErrorAlert.tsx'
import {
  approvedLines,
  changeOf,
  type DraftLine,
  needsNewApproval,
  rejectedLinesOf,
  removedFrom,
  toDraft,
  totalsOf,
} from './estimate-draft.ts'
import { LinesEditor, useLineName } from './LinesEditor.tsx'

interface FinalLinesProps {
  queue: ShopQueue
  order: ShopOrder
  services: readonly ServiceDefinition[]
  /** null: as approved. */
  lines: readonly DraftLine[] | null
  showsErrors: boolean
  onChange: (next: (lines: DraftLine[] | null) => DraftLine[] | null) => void
}

/** Differences between the final bill and the approved lines. A higher amount or added work returns to the fleet. */
export function FinalLines({ queue, order, services, lines, showsErrors, onChange }: FinalLinesProps) {
  const t = useTexts('shop-link')
  const format = useFormat()
  const lineName = useLineName(order, services)
  if (lines === null)
    return (
      <Button
        variant="outlined"
        sx={{ alignSelf: 'start' }}
        onClick={() => onChange(() => toDraft(order, []))}
      >
        {t('shop-link:final.change')}
      </Button>
    )
  const markOf = (line: DraftLine) => {
    const change = changeOf(line, order)
    if (change === null) return undefined
    if (change === 'rejected') return t('shop-link:rejected.title')
    return change === 'new'
      ? t('shop-link:final.new')
      : t('shop-link:final.approved', { price: format.money(change.approved) })
  }
  const removed = removedFrom(lines, order)
  /** Returns why the fleet must approve these lines again. */
  const reasonOf = (final: readonly DraftLine[]) => {
    const rejected = rejectedLinesOf(final, order)
    if (rejected.length > 0) {
      const services = rejected.map((line) => lineName(line.service_definition_id)).join(', ')
      return t('shop-link:final.higher.rejected', { services })
    }
    const { subTotal, total } = totalsOf(final, order)
    const { approval } = order
    const approved = approval ? sumOf(approval.lines.map((line) => line.total)) : order.pre_tax_sub_total
    if (cents(subTotal) > cents(approved))
      return t('shop-link:final.higher.message', {
        approved: format.money(approved),
        next: format.money(subTotal),
      })
    const added = unapprovedLines(final, approvedLines(order))
    if (added.length > 0) {
      const services = added.map((one) => lineName(one.service_definition_id)).join(', ')
      return t('shop-link:final.higher.added', { services })
    }
    // Tax or the promotion makes the difference.
    return t('shop-link:final.higher.total', {
      approved: format.money(approval?.total ?? order.total),
      next: format.money(total),
    })
  }
  return (
    <Stack sx={{ gap: 2 }}>
      <LinesEditor
        queue={queue}
        order={order}
        services={services}
        lines={lines}
        showsErrors={showsErrors}
        markOf={markOf}
        onChange={(step) => onChange((before) => step(before ?? []))}
      />
      {showsErrors && lines.length === 0 && <ErrorAlert message={t('shop-link:final.none')} />}
      {removed.length > 0 && (
        <AlertBox
          message={t('shop-link:final.removed', {
            services: removed.map((line) => lineName(line.service_definition_id)).join(', '),
            amount: format.money(sumOf(removed.map(({ total }) => total))),
          })}
        />
      )}
      {needsNewApproval(lines, order) && (
        <AlertBox type="notice" title={t('shop-link:final.higher.title')} message={reasonOf(lines)} />
      )}
      <Button sx={{ alignSelf: 'start' }} onClick={() => onChange(() => null)}>
        {t('shop-link:final.reset')}
      </Button>
    </Stack>
  )
}
