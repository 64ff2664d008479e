import type { PolicyReason } from '#contract/maintenance/policies.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { usePolicyNames } from './usePolicyNames.ts'

/** Explains in one sentence why a policy approved an estimate, or what it lacked. */
export function PolicyReasonText({ reason }: { reason: PolicyReason }) {
  const t = useTexts('policies')
  const format = useFormat()
  const names = usePolicyNames()
  const { policy, estimate, over, services } = reason
  const vehicles =
    policy.vehicle_count === null
      ? t('policies:allVehicles')
      : t('policies:vehicleCount', { count: policy.vehicle_count })
  const texts = {
    policy: t('policies:reason.name', {
      amount: format.money(policy.amount),
      vehicles,
      services: names.services(policy),
    }),
    estimate: format.money(estimate),
    over: format.money(over),
    missing: services.map(names.serviceOf).join(', '),
  }
  if (services.length > 0 && over !== null) return t('policies:reason.both', texts)
  if (services.length > 0) return t('policies:reason.services', texts)
  return over === null ? t('policies:reason.approved', texts) : t('policies:reason.over', texts)
}
