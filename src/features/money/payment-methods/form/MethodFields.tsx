import type { FieldCodes } from '#domain/core/file-rules.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Columns } from '#src/ui/layout/Columns.tsx'
import { MethodUsersField } from './MethodUsersField.tsx'
import type { MethodDraft } from './method-draft.ts'

interface MethodFieldsProps {
  draft: MethodDraft
  onChange: (part: Partial<MethodDraft>) => void
  codes: FieldCodes
  /** Cards only: a PayPal account has its own email address. */
  hasEmail: boolean
}

/** Our own fields of a payment method: nickname, billing address and users (PAY-028, PAY-029). */
export function MethodFields({ draft, onChange, codes, hasEmail }: MethodFieldsProps) {
  const t = useTexts('payment-methods')
  const { country } = useFormat()
  const textOf = useFieldTexts()
  return (
    <Stack sx={{ gap: 2 }}>
      <TextInput
        label={t('payment-methods:form.name')}
        help={t('payment-methods:form.nameHelp')}
        name="name"
        autoComplete="off"
        value={draft.name}
        onChange={(name) => onChange({ name })}
        error={textOf(codes, 'name')}
      />
      <Columns min={220}>
        <TextInput
          label={t('payment-methods:form.address')}
          name="billing_address"
          autoComplete="billing street-address"
          value={draft.billing_address}
          onChange={(billing_address) => onChange({ billing_address })}
          error={textOf(codes, 'billing_address')}
        />
        <TextInput
          label={country === 'CA' ? t('payment-methods:form.postalCode') : t('payment-methods:form.zip')}
          name="billing_zip"
          autoComplete="billing postal-code"
          value={draft.billing_zip}
          onChange={(billing_zip) => onChange({ billing_zip })}
          error={textOf(codes, 'billing_zip')}
        />
      </Columns>
      {hasEmail && (
        <TextInput
          label={t('payment-methods:form.email')}
          name="email"
          type="email"
          autoComplete="email"
          value={draft.email}
          onChange={(email) => onChange({ email })}
          error={textOf(codes, 'email')}
        />
      )}
      <MethodUsersField
        value={draft.users}
        onChange={(users) => onChange({ users })}
        error={textOf(codes, 'customer_ids')}
      />
    </Stack>
  )
}
