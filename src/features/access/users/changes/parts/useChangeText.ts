import type { FieldChange } from '#contract/access/audit.ts'
import { ROLES, type Role } from '#domain/access/permissions.ts'
import { useRoleText } from '#src/features/access/roles/useRoleText.ts'
import { useUserLabels } from '#src/features/access/users/useUserLabels.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { dash } from '#src/lib/format/format-empty.ts'

type Value = FieldChange['from']

/** Returns the labels of fields and values in the audit log. */
export function useChangeText() {
  const t = useTexts('users', 'preferences')
  const format = useFormat()
  const labels = useUserLabels()
  const { nameOf } = useRoleText()

  /** 'email_notification_preferences.approvals_required' is a switch of the email channel. */
  function fieldOf(path: string): string {
    const [field = '', part] = path.split('.')
    const known = { ...labels, ...otherLabels() }
    if (part === undefined) return known[field as keyof typeof known] ?? field
    const channel = field.startsWith('email') ? t('preferences:channel.email') : t('preferences:channel.text')
    const event = t(`preferences:notification.${part}` as 'preferences:notification.approvals_required')
    return `${channel}, ${event}`
  }
  const otherLabels = () => ({
    vehicle: t('users:field.vehicle'),
    vehicle_ids: labels.vehicles,
    approvalFleetIds: labels.approval_fleets,
    zip: t('users:field.zip'),
    other_id: t('users:field.otherId'),
    amount: t('users:policy.amount'),
    auto_approvable: t('users:policy.autoApprove'),
    user_ids: t('users:policy.users'),
    all_vehicles: t('users:policy.allVehicles'),
    policy_vehicle_ids: labels.vehicles,
    service_definition_ids: t('users:policy.services'),
  })

  function textOf(field: string, value: Value): string {
    if (value === null || value === '' || (Array.isArray(value) && value.length === 0)) return dash
    if (typeof value === 'boolean') return value ? t('users:changes.on') : t('users:changes.off')
    if (Array.isArray(value))
      return value.map((role) => (ROLES.includes(role as Role) ? nameOf(role as Role) : role)).join(', ')
    if (field === 'cellPhone') return format.phone(value)
    if (field === 'amount') return format.money(value)
    return field === 'language' ? t(`users:language.${value === 'fr' ? 'fr' : 'en'}`) : value
  }
  return { fieldOf, textOf }
}
