import { useState } from 'react'
import type { Country } from '#contract/core/locale.ts'
import { normalizePhone } from '#domain/core/form-rules.ts'
import { normalizeZip } from '#domain/core/zip.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { CheckboxInput } from '#src/ui/form/CheckboxInput.tsx'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Columns } from '#src/ui/layout/Columns.tsx'
import type { SignUpDraft, SignUpField, SignUpPasswords } from '../sign-up-form.ts'

interface GeneralFieldsProps {
  draft: SignUpDraft
  onDraft: (part: Partial<SignUpDraft>) => void
  passwords: SignUpPasswords
  onPasswords: (passwords: SignUpPasswords) => void
  country: Country
  /** Returns the error message of a field; undefined until the user has left it. */
  errorOf: (name: SignUpField) => string | undefined
  onLeave: (name: SignUpField) => void
  /** Called when the passwords differ: the second has to be retyped (ACC-085). */
  onMismatch: () => void
}

/** Company, person, address and password (ACC-071, ACC-072). Normalizes separators between digits on blur. */
export function GeneralFields(props: GeneralFieldsProps) {
  const { draft, onDraft, passwords, onPasswords, country, errorOf, onLeave, onMismatch } = props
  const t = useTexts('sign-up')
  const field = (name: keyof Omit<SignUpDraft, 'terms' | 'promotional' | 'inFrench'>) => ({
    name,
    required: true,
    value: draft[name],
    onChange: (text: string) => onDraft({ [name]: text }),
    onBlur: () => onLeave(name),
    error: errorOf(name),
  })
  return (
    <>
      <TextInput
        {...field('companyName')}
        label={t('sign-up:form.companyName.label')}
        autoComplete="organization"
      />
      <NumberInput {...field('carCount')} label={t('sign-up:form.carCount.label')} />
      <Columns min={180}>
        <TextInput
          {...field('firstName')}
          label={t('sign-up:form.firstName.label')}
          autoComplete="given-name"
        />
        <TextInput
          {...field('lastName')}
          label={t('sign-up:form.lastName.label')}
          autoComplete="family-name"
        />
      </Columns>
      <TextInput
        {...field('email')}
        label={t('sign-up:form.email.label')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
      />
      <Columns min={180}>
        <TextInput
          {...field('phoneNumber')}
          label={t('sign-up:form.phoneNumber.label')}
          help={t('sign-up:form.phoneNumber.help')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          onBlur={() => {
            onDraft({ phoneNumber: normalizePhone(draft.phoneNumber) })
            onLeave('phoneNumber')
          }}
        />
        <TextInput
          {...field('zipCode')}
          label={t('sign-up:form.zipCode.label', { context: country.toLowerCase() })}
          inputMode={country === 'CA' ? 'text' : 'numeric'}
          autoCapitalize="characters"
          autoComplete="postal-code"
          onBlur={() => {
            onDraft({ zipCode: normalizeZip(draft.zipCode) })
            onLeave('zipCode')
          }}
        />
      </Columns>
      <PasswordPair
        passwords={passwords}
        onPasswords={onPasswords}
        errorOf={errorOf}
        onLeave={onLeave}
        onMismatch={onMismatch}
      />
    </>
  )
}

type PasswordPairProps = Pick<
  GeneralFieldsProps,
  'passwords' | 'onPasswords' | 'errorOf' | 'onLeave' | 'onMismatch'
>

function PasswordPair({ passwords, onPasswords, errorOf, onLeave, onMismatch }: PasswordPairProps) {
  const t = useTexts('sign-up')
  const [isShown, setShown] = useState(false)
  const type = isShown ? 'text' : 'password'
  const password = { type, autoComplete: 'new-password', autoCapitalize: 'none', required: true } as const
  const leavePassword = (name: keyof SignUpPasswords) => {
    onLeave(name)
    if (passwords.confirmPassword && passwords.confirmPassword !== passwords.password) onMismatch()
  }
  return (
    <>
      <TextInput
        {...password}
        name="password"
        label={t('sign-up:form.password.label')}
        help={t('sign-up:form.password.help')}
        value={passwords.password}
        onChange={(text) => onPasswords({ ...passwords, password: text })}
        onBlur={() => leavePassword('password')}
        error={errorOf('password')}
      />
      <TextInput
        {...password}
        name="confirmPassword"
        label={t('sign-up:form.confirmPassword.label')}
        value={passwords.confirmPassword}
        onChange={(text) => onPasswords({ ...passwords, confirmPassword: text })}
        onBlur={() => leavePassword('confirmPassword')}
        error={errorOf('confirmPassword')}
      />
      <CheckboxInput
        label={t('sign-up:form.showPasswords.label')}
        name="showPasswords"
        checked={isShown}
        onChange={setShown}
      />
    </>
  )
}
