import Box from '@mui/material/Box'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import type { Role } from '#contract/core/permissions.ts'
import type { Order, OrderPerson } from '#contract/orders/orders.ts'
import { pageSettings } from '#src/api/page-settings.ts'
import { useRoleWords } from '#src/features/access/roles/useRoleWords.ts'
import { usePositionName } from '#src/features/catalog/services/usePositionName.ts'
import { PolicyReasonText } from '#src/features/maintenance/policies/PolicyReasonText.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { Sums } from '#src/ui/layout/Sums.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { OrderPromotion } from '../promotions/OrderPromotion.tsx'
import { CancelOrder } from './CancelOrder.tsx'
import { OrderActivity } from './OrderActivity.tsx'
import { OrderStatusChip } from './OrderStatusChip.tsx'
import { PoNumber } from './PoNumber.tsx'
import { OrderPhotos } from './parts/OrderPhotos.tsx'
import { People } from './parts/People.tsx'
import { ShopLinkPanel } from './ShopLinkPanel.tsx'

/** One order to be read: who, where, when, what for how much, and what happened (APR-002..011, APR-059). */
export function OrderDetails({ order }: { order: Order }) {
  const t = useTexts('orders')
  return (
    <Stack sx={{ gap: 2 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <OrderStatusChip status={order.status} />
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t(`orders:state.${order.state}`)}
        </Typography>
      </Stack>
      {pageSettings().demo && <AlertBox message={t('orders:page.simulated')} />}
      {order.status === 'awaiting_approval' && !order.can_approve && <NotEligible people={order.approvers} />}
      <Header order={order} />
      <Services order={order} />
      <OrderPromotion order={order} />
      <ShopLinkPanel orderId={order.id} />
      <CancelOrder order={order} />
      <OrderActivity orderId={order.id} />
    </Stack>
  )
}

/** Why the user cannot approve, and who can (APR-010, APR-011). */
function NotEligible({ people }: { people: readonly OrderPerson[] }) {
  const t = useTexts('orders')
  return (
    <AlertBox
      type="notice"
      message={
        <>
          {t('orders:notEligible')}
          <People people={people} />
        </>
      }
    />
  )
}

function Header({ order }: { order: Order }) {
  const t = useTexts('orders')
  const { nameOf } = useRoleWords()
  const format = useFormat()
  const { originator, shop, vehicle } = order
  const distance = format.distanceUnit === 'km' ? order.kilometers : order.miles
  return (
    <Section title={vehicle.name || `#${vehicle.id}`}>
      <Facts
        facts={[
          { label: t('orders:fact.otherId'), value: vehicle.other_id },
          { label: t('orders:fact.po'), value: <PoNumber order={order} /> },
          { label: t('orders:fact.shop'), value: shop?.name ?? order.custom_shop_name },
          {
            label: t('orders:fact.address'),
            value: shop && `${shop.address_line1}, ${shop.city}, ${shop.state}`,
          },
          { label: t('orders:fact.phone'), value: shop && format.phone(shop.main_phone_number) },
          {
            label: t('orders:fact.when'),
            value: `${order.appointment_date_pretty} ${order.appointment_time_pretty}`,
          },
          { label: t('orders:fact.odometer'), value: distance === null ? null : format.distance(distance) },
          { label: t('orders:fact.customer'), value: originator?.name },
          {
            label: t('orders:fact.cell'),
            value: originator?.cellPhone && format.phone(originator.cellPhone),
          },
          { label: t('orders:fact.email'), value: originator?.email },
          {
            label: t('orders:fact.roles'),
            value: originator?.roles.map((role) => nameOf(role as Role)).join(', '),
          },
          { label: t('orders:fact.comments'), value: order.customer_comments },
          { label: t('orders:fact.faults'), value: order.fault_codes.map(({ name }) => name).join(', ') },
          { label: t('orders:fact.invoice'), value: order.invoice_number },
          { label: t('orders:fact.approver'), value: order.approver },
        ]}
      />
      {order.policy_reason && (
        <Typography variant="body2" sx={{ color: 'text.secondary', mt: 1.5 }}>
          <PolicyReasonText reason={order.policy_reason} />
        </Typography>
      )}
      <TextLink
        to="/vehicles/$vehicleId/history"
        params={{ vehicleId: String(order.vehicle_id) }}
        sx={{ display: 'inline-block', py: 1.5 }}
      >
        {t('orders:historyLink')}
      </TextLink>
    </Section>
  )
}

/** Services but the deleted ones, and the sums (APR-025, APR-026, APR-059, APR-060). */
function Services({ order }: { order: Order }) {
  const t = useTexts('orders')
  const nameOf = usePositionName()
  const format = useFormat()
  const shown = order.order_services.filter(({ status }) => status !== 'deleted')
  const [promotion] = order.promotions
  const sums = [
    { label: t('orders:sum.subTotal'), amount: format.money(order.pre_tax_sub_total) },
    ...(Number(order.discount) > 0
      ? [
          {
            label: t('orders:sum.discount', { name: promotion?.name ?? '' }),
            amount: format.money(`-${order.discount}`),
          },
        ]
      : []),
    { label: t('orders:sum.tax'), amount: format.money(order.tax_amount) },
    { label: t('orders:sum.previous'), amount: format.money(order.previous_payments) },
    { label: t('orders:sum.total'), amount: format.money(order.total), isTotal: true },
    { label: t('orders:sum.saving'), amount: format.money(order.saving) },
  ]
  return (
    <Section title={t('orders:services.title')}>
      {shown.length === 0 && <EmptyState title={t('orders:services.none')} />}
      <Box component="ul" aria-label={t('orders:services.title')} sx={{ listStyle: 'none', m: 0, p: 0 }}>
        {shown.map((service) => (
          <Stack
            component="li"
            key={service.id}
            direction="row"
            sx={{ justifyContent: 'space-between', gap: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}
          >
            <Box sx={{ minWidth: 0 }}>
              <Typography sx={{ overflowWrap: 'anywhere' }}>
                {[service.vanity_label ?? service.name, service.position && nameOf(service.position)]
                  .filter(Boolean)
                  .join(' · ')}
              </Typography>
              {service.note && (
                <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
                  {service.note}
                </Typography>
              )}
              <OrderPhotos
                photos={order.photos.filter(({ order_service_id }) => order_service_id === service.id)}
              />
              <Typography variant="caption" sx={{ color: 'text.secondary' }}>
                {t(`orders:serviceStatus.${service.status}` as 'orders:serviceStatus.active', {
                  defaultValue: service.status,
                })}
              </Typography>
            </Box>
            <Typography sx={{ fontWeight: 600, whiteSpace: 'nowrap' }}>
              {format.money(service.total)}
            </Typography>
          </Stack>
        ))}
      </Box>
      <Box sx={{ mt: 1.5 }}>
        <Sums sums={sums} />
      </Box>
    </Section>
  )
}
