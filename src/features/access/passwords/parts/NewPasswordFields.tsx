import { useTexts } from '#src/i18n/useTexts.ts'
import { CheckboxInput } from '#src/ui/form/CheckboxInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'

export interface NewPassword {
  newPassword: string
  newPasswordConfirmation: string
}
export const emptyPassword: NewPassword = { newPassword: '', newPasswordConfirmation: '' }

interface NewPasswordFieldsProps {
  value: NewPassword
  onChange: (value: NewPassword) => void
  /** Why the new password was refused. */
  error: string | undefined
  isShown: boolean
  onShow: (isShown: boolean) => void
  autoFocus?: boolean
}

/** New password, confirmation, and one checkbox that shows all passwords of the form (ACC-102, ACC-107). */
export function NewPasswordFields(props: NewPasswordFieldsProps) {
  const { value, onChange, error, isShown, onShow, autoFocus = false } = props
  const t = useTexts('password')
  const type = isShown ? 'text' : 'password'
  const same = { type, autoComplete: 'new-password', autoCapitalize: 'none', required: true } as const
  return (
    <>
      <TextInput
        {...same}
        label={t('password:field.new')}
        name="newPassword"
        autoFocus={autoFocus}
        value={value.newPassword}
        onChange={(newPassword) => onChange({ ...value, newPassword })}
        error={error}
        help={t('password:field.newHelp')}
      />
      <TextInput
        {...same}
        label={t('password:field.confirmation')}
        name="newPasswordConfirmation"
        value={value.newPasswordConfirmation}
        onChange={(newPasswordConfirmation) => onChange({ ...value, newPasswordConfirmation })}
      />
      <CheckboxInput
        label={t('password:field.show')}
        name="showPasswords"
        checked={isShown}
        onChange={onShow}
      />
    </>
  )
}
