import { REJECTION_REASONS, type RejectionReason } from '#domain/orders/order-rules.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'

interface RejectionReasonInputProps {
  value: RejectionReason | ''
  onChange: (reason: RejectionReason | '') => void
  error?: string | undefined
  disabled?: boolean
}

/** The reason for rejecting a line (APR-013, APR-014). */
export function RejectionReasonInput(props: RejectionReasonInputProps) {
  const t = useTexts('approvals')
  return (
    <SelectInput
      {...props}
      required
      label={t('approvals:reason.label')}
      options={REJECTION_REASONS.map((value) => ({ value, label: t(`approvals:reason.${value}`) }))}
    />
  )
}
