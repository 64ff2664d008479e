import Button from '@mui/material/Button'
import { useQuery } from '@tanstack/react-query'
import type { WaitingApproval } from '#contract/orders/approvals.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import { queueExcerptQuery } from './approvals.queries.ts'
import { openInFleet, useFleetFormat } from './QueueList.tsx'

/** Links shown after a decision: to the decided order and to the next waiting one (APR-027). */
export function DecidedLinks({ orderId }: { orderId: number }) {
  const t = useTexts('approvals')
  const { data } = useQuery(queueExcerptQuery())
  const next = data?.approvals.find(({ id }) => id !== orderId)
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', mt: 1 }}>
      {next && <NextLink approval={next} />}
      <LinkButton color="inherit" to="/orders/$orderId/approvals" params={{ orderId: String(orderId) }}>
        {t('approvals:decided.order', { number: orderId })}
      </LinkButton>
    </Stack>
  )
}

/** If the order is in another fleet, the session switches to that fleet first (FMC-043). */
function NextLink({ approval }: { approval: WaitingApproval }) {
  const t = useTexts('approvals')
  const session = useSession()
  const { id, fleet, vehicle, total } = approval
  const { money } = useFleetFormat(fleet)
  const label = t('approvals:decided.next', {
    vehicle: vehicle.name || `#${vehicle.id}`,
    total: money(total),
  })
  if (fleet.id !== session.fleet.id)
    return (
      <Button variant="contained" onClick={() => openInFleet(approval)}>
        {label}
      </Button>
    )
  return (
    <LinkButton variant="contained" to="/orders/$orderId/approvals" params={{ orderId: String(id) }}>
      {label}
    </LinkButton>
  )
}
