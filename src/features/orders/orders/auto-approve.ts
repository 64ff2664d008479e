import { useTexts } from '#src/i18n/useTexts.ts'

/** The name that the server gives as the approver where a policy approved the order. */
export const AUTO_APPROVE = 'Auto-Approve'

/** Returns how an acting party is named: a policy in the user's language, anybody else by their own name. */
export function useActorName() {
  const t = useTexts('orders')
  return <Name extends string | null>(name: Name) => (name === AUTO_APPROVE ? t('orders:autoApprove') : name)
}
