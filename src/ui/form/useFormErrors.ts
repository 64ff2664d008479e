import { type FormErrorCode, type FormField, validateFormField } from '#domain/core/form-rules.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'

/**
 * Returns messages of generic forms: `errorOf('First name', { value })`, or undefined for a valid field (ACC-117 to
 * ACC-119). The texts are in `form.json`: load that namespace with the screen.
 */
export function useFormErrors() {
  const t = useTexts('form')
  const { country } = useFormat()
  const text: Record<FormErrorCode, (field: string) => string> = {
    mustSelect: (field) => t('form:mustSelect', { field }),
    email: () => t('form:email'),
    phone: () => t('form:phone'),
    zip: () => t('form:zip'),
    postal_code: () => t('form:postal_code'),
    password_mismatch: () => t('form:password_mismatch'),
  }
  return (label: string, field: FormField): string | undefined => {
    const fault = validateFormField(field, country)
    return fault ? text[fault](label) : undefined
  }
}
