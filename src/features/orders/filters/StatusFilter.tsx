import type { OrderStatus } from '#domain/orders/order-rules.ts'
import { useStatusLabel } from '#src/features/orders/orders/OrderStatusChip.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'

interface StatusFilterProps<Status extends OrderStatus> {
  statuses: readonly Status[]
  /** Undefined: all. */
  status: Status | undefined
  onChange: (status: Status | undefined) => void
}

/** Narrows orders to those with a status (SVC-004, SVC-113, FMC-067). */
export function StatusFilter<Status extends OrderStatus>({
  statuses,
  status,
  onChange,
}: StatusFilterProps<Status>) {
  const t = useTexts('orders')
  const labelOf = useStatusLabel()
  // It has the label of another status.
  const offered = statuses.filter((option) => option !== 'initiated_by_user' || option === status)
  return (
    <SelectInput
      isFilter
      label={t('orders:filter.label')}
      value={status ?? ''}
      empty={t('orders:filter.all')}
      options={offered.map((value) => ({ value, label: labelOf(value) }))}
      onChange={(next) => onChange(next || undefined)}
    />
  )
}
