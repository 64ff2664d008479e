import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { EstimateForm } from '#src/features/orders/shop-links/estimate/EstimateForm.tsx'
import { isOutdated } from '#src/features/orders/shop-links/estimate/estimate-draft.ts'
import { FinishForm } from '#src/features/orders/shop-links/estimate/FinishForm.tsx'
import { EstimateLines } from '#src/features/orders/shop-links/parts/EstimateLines.tsx'
import { RejectedLines } from '#src/features/orders/shop-links/parts/RejectedLines.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFaultName } from '#src/i18n/useFaultName.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { ShopOp } from '#src/offline/shop/shop-op.ts'
import type { ShopQueue } from '#src/offline/shop/shop-queue.ts'
import { Typography } from '#src/ui/box/Typography.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { AppointmentStep } from './AppointmentStep.tsx'
import { ProposalStep } from './ProposalStep.tsx'
import { projectOrder, type ShopState, shopStateOf, stateTextOf } from './projected-order.ts'
import { WaitingList } from './WaitingList.tsx'

interface ShopOrderViewProps {
  queue: ShopQueue
  order: ShopOrder
  ops: readonly ShopOp[]
  services: readonly ServiceDefinition[]
}

const ANSWERS: ReadonlySet<ShopOp['kind']> = new Set(['accept_time', 'decline_time'])

/** One order from its shop's view: its details and the next step. */
export function ShopOrderView({ queue, order, ops, services }: ShopOrderViewProps) {
  const t = useTexts('shop-link')
  const format = useFormat()
  const faultName = useFaultName()
  const { status, may } = projectOrder(order, ops)
  const { vehicle } = order
  const state = shopStateOf(status)
  const isAnswered = ops.some(({ kind, refused }) => !refused && ANSWERS.has(kind))
  const proposed = isAnswered ? null : order.proposed_datetime
  const appointment = <AppointmentStep queue={queue} order={order} may={may} />
  return (
    <>
      <Typography variant="h1">
        {[vehicle.year, vehicle.make, vehicle.model].filter(Boolean).join(' ') || vehicle.name}
      </Typography>
      <WaitingList queue={queue} order={order} ops={ops} services={services} />
      {/* The form has the rejected lines. */}
      {isOutdated(ops) && <EstimateLines order={order} title={t('shop-link:services.current')} />}
      {/* Waiting operations have not reached the fleet yet. */}
      {ops.every(({ refused }) => refused) && <StateNotice order={order} state={state} />}
      {proposed !== null && <ProposalStep queue={queue} order={order} proposed={proposed} />}
      {may.includes('confirm') && appointment}
      {may.includes('estimate') && (
        <EstimateForm
          queue={queue}
          order={order}
          ops={ops}
          services={services}
          isCorrection={status === 'awaiting_approval'}
        />
      )}
      {!may.includes('confirm') && may.includes('cancel') && appointment}
      {!may.includes('estimate') && !isOutdated(ops) && (
        <EstimateLines order={order} title={t('shop-link:services.title')} />
      )}
      {order.rejected_lines.length > 0 && <RejectedLines lines={order.rejected_lines} />}
      {(may.includes('complete') || may.includes('attach_invoice')) && (
        <FinishForm
          queue={queue}
          order={order}
          ops={ops}
          services={services}
          completes={may.includes('complete')}
        />
      )}
      <Section title={t('shop-link:facts.title')}>
        <Facts
          facts={[
            { label: t('shop-link:facts.fleet'), value: order.fleet_name },
            { label: t('shop-link:facts.when'), value: format.dateTime(order.appointment_datetime) },
            { label: t('shop-link:facts.plate'), value: vehicle.license_plate_number },
            { label: t('shop-link:facts.vin'), value: vehicle.vin },
            { label: t('shop-link:facts.unit'), value: vehicle.other_id ?? vehicle.name },
            {
              label: t('shop-link:facts.odometer'),
              value: format.distance(order.odometer, order.odometer_units),
            },
            { label: t('shop-link:facts.contact'), value: order.contact?.name },
            { label: t('shop-link:facts.phone'), value: format.phone(order.contact?.phone) },
            { label: t('shop-link:facts.po'), value: order.po_number },
            { label: t('shop-link:facts.comments'), value: order.customer_comments },
            {
              label: t('shop-link:facts.faults'),
              value: order.fault_codes.map(({ name }) => faultName(name)).join(', '),
            },
            { label: t('shop-link:facts.order'), value: order.id },
          ]}
        />
      </Section>
    </>
  )
}

/** The order's state, and what the shop does next. */
function StateNotice({ order, state }: { order: ShopOrder; state: ShopState }) {
  const t = useTexts('shop-link')
  const { money } = useFormat()
  const text = stateTextOf(order, state)
  return (
    <AlertBox
      type={state === 'cancel' ? 'notice' : state === 'approved' ? 'success' : 'default'}
      title={t(`shop-link:state.${text}.title`)}
      message={t(`shop-link:state.${text}.message`, {
        sent: money(order.sent_sub_total ?? order.pre_tax_sub_total),
        approved: money(order.pre_tax_sub_total),
      })}
    />
  )
}
