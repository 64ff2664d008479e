import Link from '@mui/material/Link'
import { requestFleetSwitch } from '#src/features/access/fleet/switch-store.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { TextLink } from '#src/ui/link/TextLink.tsx'

interface OrderLinkProps {
  orderId: number
  fleet: { id: number; name: string }
}

/** Links to an order. Switches the session to the order's fleet first, if that is another one. */
export function OrderLink({ orderId, fleet }: OrderLinkProps) {
  const t = useTexts('transactions')
  const session = useSession()
  const label = t('transactions:order', { number: orderId })
  if (fleet.id === session.fleet.id)
    return (
      <TextLink to="/orders/$orderId/approvals" params={{ orderId: String(orderId) }}>
        {label}
      </TextLink>
    )
  return (
    <Link
      component="button"
      type="button"
      sx={{ verticalAlign: 'baseline' }}
      onClick={() =>
        requestFleetSwitch({ fleetId: fleet.id, name: fleet.name, path: `/orders/${orderId}/approvals` })
      }
    >
      {label}
    </Link>
  )
}
