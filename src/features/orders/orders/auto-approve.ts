import { useTexts } from '#src/i18n/useTexts.ts'

/** The approver name that the server sends if a policy approved the order. */
export const AUTO_APPROVE = 'Auto-Approve'

/** Returns a function that names an actor: a policy in the user's language, a person by their own name. */
export function useActorName() {
  const t = useTexts('orders')
  return <Name extends string | null>(name: Name) => (name === AUTO_APPROVE ? t('orders:autoApprove') : name)
}
