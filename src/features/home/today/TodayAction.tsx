import Button from '@mui/material/Button'
import { useTexts } from '#src/i18n/useTexts.ts'
import { LinkButton } from '#src/ui/link/LinkButton.tsx'
import type { TodayItem } from './today-items.ts'

interface TodayActionProps {
  item: TodayItem
  /** What the line says, for the accessible name. */
  what: string
  /** Lists the documents that a line counts. */
  onShow: () => void
}

/** The action at the end of a line, one click away. */
export function TodayAction({ item, what, onShow }: TodayActionProps) {
  const t = useTexts('dashboard')
  const looks = (action: string) => ({
    size: 'small' as const,
    children: action,
    'aria-label': t('dashboard:today.actionOf', { action, what }),
  })
  switch (item.kind) {
    case 'approvals':
      return (
        <LinkButton
          to="/approvals"
          {...looks(t('dashboard:today.review', { count: item.count }))}
          variant="contained"
        />
      )
    case 'unsent':
      return (
        <LinkButton to="/unsent_work" {...looks(t('dashboard:today.openUnsent', { count: item.count }))} />
      )
    case 'late':
    case 'missed':
      return (
        <LinkButton
          to="/orders/$orderId/approvals"
          params={{ orderId: String(item.orderId) }}
          {...looks(t('dashboard:today.openOrder'))}
        />
      )
    case 'pastDue':
      return (
        <LinkButton
          to="/service_request/new"
          state={{ request: requestFor(item.row) }}
          {...looks(t('dashboard:today.book'))}
        />
      )
    case 'documents':
      return <Button onClick={onShow} {...looks(t('dashboard:today.list'))} />
    case 'document':
    case 'faults':
      return (
        <LinkButton
          to="/vehicles/$vehicleId"
          params={{ vehicleId: String(item.vehicleId) }}
          {...looks(t('dashboard:today.openVehicle'))}
        />
      )
  }
}

const requestFor = ({ vehicleId, interval }: (TodayItem & { kind: 'pastDue' })['row']) => ({
  vehicle_id: vehicleId,
  services: interval.services.map(({ service_id }) => ({ service_definition_id: service_id })),
})
