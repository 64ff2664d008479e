import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import type { WaitingApproval } from '#contract/orders/approvals.ts'
import { requestFleetSwitch } from '#src/features/access/fleet/switch-store.ts'
import { ShopStay } from '#src/features/orders/orders/ShopStay.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { createFormatter, type Formatter } from '#src/lib/format/format.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'

interface QueueListProps {
  approvals: readonly WaitingApproval[]
  /** Renders the action at the end of a row. */
  action?: (approval: WaitingApproval) => ReactNode
}

/** Orders that wait for this user, oldest first: vehicle, shop, reason, waiting time, amount. */
export function QueueList({ approvals, action }: QueueListProps) {
  const t = useTexts('approvals')
  return (
    <ol aria-label={t('approvals:queue.title')}>
      {approvals.map((approval) => (
        <Stack component="li" key={approval.id} direction={{ xs: 'column', sm: 'row' }} sx={row}>
          <What approval={approval} />
          <Amount approval={approval} />
          {action?.(approval)}
        </Stack>
      ))}
    </ol>
  )
}

function What({ approval }: { approval: WaitingApproval }) {
  const t = useTexts('approvals')
  const { money } = useFleetFormat(approval.fleet)
  const { shop_name, services, policy_reason: reason, was_approved_before } = approval
  const appointment = approval.appointment_datetime
  const why = was_approved_before
    ? t('approvals:wrong.again')
    : reason?.over
      ? t('approvals:wrong.over', { over: money(reason.over) })
      : null
  return (
    <Box sx={{ minWidth: 0, flexGrow: 1 }}>
      <ApprovalLink approval={approval} />
      <FleetName fleet={approval.fleet} />
      <Typography variant="body2" sx={{ overflowWrap: 'anywhere' }}>
        {services.join(', ')}
      </Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary', overflowWrap: 'anywhere' }}>
        {[shop_name, why].filter(Boolean).join(' · ')}
        {appointment && (
          <>
            {(shop_name || why) && ' · '}
            <ShopStay
              order={{
                status: 'awaiting_approval',
                appointment_datetime: appointment,
                fleet_time_zone: approval.fleet_time_zone,
              }}
            />
          </>
        )}
      </Typography>
    </Box>
  )
}

/** Links to the order. If it is in another fleet, the session switches to that fleet first (FMC-043). */
function ApprovalLink({ approval: { id, fleet, vehicle } }: { approval: WaitingApproval }) {
  const session = useSession()
  const label = vehicle.name || `#${vehicle.id}`
  if (fleet.id === session.fleet.id)
    return (
      <TextLink
        to="/orders/$orderId/approvals"
        params={{ orderId: String(id) }}
        data-approval={id}
        sx={linkStyle}
      >
        {label}
      </TextLink>
    )
  return (
    <Link
      component="button"
      type="button"
      data-approval={id}
      sx={{ ...linkStyle, textAlign: 'start' }}
      onClick={() => openInFleet({ id, fleet })}
    >
      {label}
    </Link>
  )
}

/** Switches to the order's fleet and opens the order there. */
export function openInFleet({ id, fleet }: Pick<WaitingApproval, 'id' | 'fleet'>): void {
  requestFleetSwitch({ fleetId: fleet.id, name: fleet.name, path: `/orders/${id}/approvals` })
}

/** The order's fleet, unless it is the session's. */
function FleetName({ fleet }: Pick<WaitingApproval, 'fleet'>) {
  const session = useSession()
  if (fleet.id === session.fleet.id) return null
  return (
    <Typography variant="body2" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
      {fleet.name}
    </Typography>
  )
}

/** Formats amounts in the currency of the order's fleet. */
export function useFleetFormat({ country }: WaitingApproval['fleet']): Pick<Formatter, 'money'> {
  const format = useFormat()
  return country === format.country ? format : createFormatter({ country, language: format.language })
}

const linkStyle = { fontWeight: 650, overflowWrap: 'anywhere', display: 'inline-block', py: 0.5 } as const

function Amount({ approval }: { approval: WaitingApproval }) {
  const t = useTexts('approvals')
  const format = useFormat()
  const { money } = useFleetFormat(approval.fleet)
  return (
    <Stack sx={{ alignItems: { sm: 'flex-end' }, flexShrink: 0 }}>
      <Typography sx={{ fontWeight: 700 }}>{money(approval.total)}</Typography>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('approvals:queue.since', { age: format.age(approval.waiting_since) })}
      </Typography>
    </Stack>
  )
}

const row = {
  gap: { xs: 0.5, sm: 2 },
  px: 2,
  py: 1.5,
  alignItems: { sm: 'center' },
  borderTop: 1,
  borderColor: 'divider',
  '&:focus-within': { bgcolor: 'action.hover' },
} as const
