import ErrorOutlined from '@mui/icons-material/ErrorOutlined'
import type { ReactNode } from 'react'
import type { Order } from '#contract/orders/order.ts'
import type { Role } from '#domain/access/permissions.ts'
import { isOpen } from '#domain/orders/order-rules.ts'
import { useRoleText } from '#src/features/access/roles/useRoleText.ts'
import { PolicyReasonText } from '#src/features/maintenance/policies/PolicyReasonText.tsx'
import { useActorName } from '#src/features/orders/orders/auto-approve.ts'
import { ShopName } from '#src/features/orders/orders/ShopName.tsx'
import { ShopStay } from '#src/features/orders/orders/ShopStay.tsx'
import { useAppointmentText } from '#src/features/orders/orders/useAppointmentText.ts'
import { VehicleName } from '#src/features/orders/orders/VehicleName.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFaultName } from '#src/i18n/useFaultName.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { StatusChip } from '#src/ui/feedback/StatusChip.tsx'
import { type Fact, Facts } from '#src/ui/layout/Facts.tsx'
import { onScreenOnly } from '#src/ui/layout/on-screen-only.ts'
import { Section } from '#src/ui/layout/Section.tsx'
import { PlainLink } from '#src/ui/link/PlainLink.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { PoNumber } from './PoNumber.tsx'

/** Vehicle, shop, appointment and customer of an order, grouped. Empty fields are omitted (APR-002 to APR-009). */
export function OrderFacts({ order }: { order: Order }) {
  const t = useTexts('orders')
  const actorName = useActorName()
  return (
    <Section title={t('orders:facts.title')}>
      <Stack sx={{ gap: 2 }}>
        <VehicleGroup order={order} />
        <AppointmentGroup order={order} />
        <CustomerGroup order={order} />
        <Group
          title={t('orders:facts.billing')}
          facts={[
            { label: t('orders:fact.po'), value: <PoNumber order={order} /> },
            { label: t('orders:fact.invoice'), value: order.invoice_number },
            { label: t('orders:fact.approver'), value: actorName(order.approver) },
          ]}
        />
        {order.policy_reason && order.status !== 'awaiting_approval' && (
          <Typography variant="body2" sx={{ color: 'text.secondary' }}>
            <PolicyReasonText reason={order.policy_reason} />
          </Typography>
        )}
      </Stack>
    </Section>
  )
}

function VehicleGroup({ order }: { order: Order }) {
  const t = useTexts('orders')
  const format = useFormat()
  // Not for users whose only role is Driver (APR-032, APR-034).
  const seesHistory = useSessionCan('orders.review')
  const { vehicle } = order
  const plate = useLocalRows(['vehicle', vehicle.id], (cache) => cache.vehicle(vehicle.id), {
    isOptional: true,
  })?.license_plate_number
  const distance = format.distanceUnit === 'km' ? order.kilometers : order.miles
  return (
    <Group
      title={t('orders:facts.vehicle')}
      facts={[
        {
          label: t('orders:fact.vehicle'),
          value: <VehicleName vehicle={vehicle} />,
        },
        { label: t('orders:fact.vin'), value: vehicle.vin },
        { label: t('orders:fact.plate'), value: plate },
        { label: t('orders:fact.otherId'), value: vehicle.other_id },
        {
          label: t('orders:fact.odometer'),
          value: distance === null ? null : format.distance(distance),
          action: order.is_odometer_doubtful && (
            <Box component="span" sx={{ ml: 1 }}>
              <StatusChip tone="warning" icon={<ErrorOutlined />} label={t('orders:fact.doubtful')} />
            </Box>
          ),
        },
      ]}
    >
      {seesHistory && !vehicle.has_left && (
        <TextLink
          to="/vehicles/$vehicleId/history"
          params={{ vehicleId: String(order.vehicle_id) }}
          sx={{ display: 'inline-block', py: 1, ...onScreenOnly }}
        >
          {t('orders:historyLink')}
        </TextLink>
      )}
    </Group>
  )
}

function AppointmentGroup({ order }: { order: Order }) {
  const t = useTexts('orders')
  const format = useFormat()
  const appointmentText = useAppointmentText()
  const faultName = useFaultName()
  const { shop } = order
  return (
    <Group
      title={t('orders:facts.appointment')}
      facts={[
        { label: t('orders:fact.shop'), value: <ShopName order={order} /> },
        {
          label: t('orders:fact.address'),
          value: shop && `${shop.address_line1}, ${shop.city}, ${shop.state}`,
        },
        { label: t('orders:fact.phone'), value: shop && <PhoneLink number={shop.main_phone_number} /> },
        {
          label: t('orders:fact.when'),
          value: appointmentText(order),
        },
        {
          label: t('orders:fact.completed'),
          value: order.completed_at && format.dateTime(order.completed_at),
        },
        { label: t('orders:fact.state'), value: isOpen(order.status) && <ShopStay order={order} /> },
        {
          label: t('orders:fact.faults'),
          value: order.fault_codes.map(({ name }) => faultName(name)).join(', '),
        },
      ]}
    />
  )
}

function CustomerGroup({ order: { originator } }: { order: Order }) {
  const t = useTexts('orders')
  const { nameOf } = useRoleText()
  return (
    <Group
      title={t('orders:facts.customer')}
      facts={[
        { label: t('orders:fact.customer'), value: originator?.name },
        {
          label: t('orders:fact.cell'),
          value: originator?.cellPhone && <PhoneLink number={originator.cellPhone} />,
        },
        { label: t('orders:fact.email'), value: originator?.email },
        {
          label: t('orders:fact.roles'),
          value: originator?.roles.map((role) => nameOf(role as Role)).join(', '),
        },
      ]}
    />
  )
}

function PhoneLink({ number }: { number: string }) {
  const format = useFormat()
  return <PlainLink href={`tel:${number}`}>{format.phone(number)}</PlainLink>
}

interface GroupProps {
  title: string
  facts: Fact[]
  children?: ReactNode
}

function Group({ title, facts, children }: GroupProps) {
  const known = facts.filter(({ value }) => value !== null && value !== undefined && value !== '')
  if (known.length === 0) return null
  return (
    <div>
      <Typography variant="h3" sx={{ mb: 1 }}>
        {title}
      </Typography>
      <Facts facts={known} />
      {children}
    </div>
  )
}
