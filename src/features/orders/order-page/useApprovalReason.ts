import type { ApprovalReason } from '#contract/orders/order-activity.ts'
import { usePolicyNames } from '#src/features/maintenance/policies/usePolicyNames.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'

/** Returns one sentence that explains why the policies allowed a decision. */
export function useApprovalReason(): (ground: ApprovalReason) => string {
  const t = useTexts('orders', 'policies')
  const format = useFormat()
  const names = usePolicyNames()
  return ({ by, policy }) => {
    if (!policy) return t(`orders:because.${by}`, { policy: '' })
    const vehicles =
      policy.vehicle_count === null
        ? t('policies:allVehicles')
        : t('policies:vehicleCount', { count: policy.vehicle_count })
    const name = t('policies:reason.name', {
      amount: format.money(policy.amount),
      vehicles,
      services: names.services(policy),
    })
    return t(`orders:because.${by}`, { policy: name })
  }
}
