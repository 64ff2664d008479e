import Block from '@mui/icons-material/BlockOutlined'
import Build from '@mui/icons-material/BuildOutlined'
import CheckCircle from '@mui/icons-material/CheckCircleOutlined'
import HourglassTop from '@mui/icons-material/HourglassTopOutlined'
import Paid from '@mui/icons-material/PaidOutlined'
import Schedule from '@mui/icons-material/Schedule'
import ThumbUp from '@mui/icons-material/ThumbUpOutlined'
import type { ReactNode } from 'react'
import { plainCode } from '#domain/core/plain-text.ts'
import { ORDER_STATUSES, type OrderStatus } from '#domain/orders/order-rules.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { StatusChip, type StatusTone } from '#src/ui/feedback/StatusChip.tsx'

const LOOKS: Record<OrderStatus, { tone: StatusTone; icon: ReactNode }> = {
  initiated: { tone: 'neutral', icon: <Schedule /> },
  initiated_by_user: { tone: 'neutral', icon: <Schedule /> },
  active: { tone: 'info', icon: <Build /> },
  awaiting_approval: { tone: 'warning', icon: <HourglassTop /> },
  approved: { tone: 'success', icon: <ThumbUp /> },
  walk_in: { tone: 'info', icon: <Build /> },
  complete: { tone: 'success', icon: <CheckCircle /> },
  paid: { tone: 'success', icon: <Paid /> },
  paid_in_shop: { tone: 'success', icon: <Paid /> },
  paid_deferred: { tone: 'warning', icon: <HourglassTop /> },
  cancel: { tone: 'neutral', icon: <Block /> },
}

export const isKnownStatus = (status: string): status is OrderStatus =>
  (ORDER_STATUSES as readonly string[]).includes(status)

/** An order's status as color, icon and label. Unknown statuses show as plain text (SVC-037..041). */
export function OrderStatusChip({ status }: { status: string }) {
  const label = useStatusLabel()
  const look = isKnownStatus(status) ? LOOKS[status] : { tone: 'neutral' as const, icon: <Schedule /> }
  return <StatusChip tone={look.tone} icon={look.icon} label={label(status)} />
}

/** Returns the label of a status. */
export function useStatusLabel(): (status: string) => string {
  const t = useTexts('orders')
  return (status) => (isKnownStatus(status) ? t(`orders:status.${status}`) : plainCode(status))
}
