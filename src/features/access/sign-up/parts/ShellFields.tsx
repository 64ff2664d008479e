import { useTexts } from '#src/i18n/useTexts.ts'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Columns } from '#src/ui/layout/Columns.tsx'
import type { ShellDraft, ShellField } from '../shell-form.ts'

interface ShellFieldsProps {
  draft: ShellDraft
  onChange: (part: Partial<ShellDraft>) => void
  errorOf: (name: ShellField) => string | undefined
  onLeave: (name: ShellField) => void
}

/** Company, address, person, and the fleet's database at its telematics provider (ACC-120). */
export function ShellFields({ draft, onChange, errorOf, onLeave }: ShellFieldsProps) {
  const t = useTexts('sign-up')
  const field = (name: ShellField) => ({
    name,
    label: t(`sign-up:shell.${name}.label`),
    required: name !== 'databaseName',
    value: draft[name],
    onChange: (text: string) => onChange({ [name]: text }),
    onBlur: () => onLeave(name),
    error: errorOf(name),
  })
  return (
    <>
      <TextInput
        {...field('fleetName')}
        autoComplete="organization"
        readOnly={!draft.isNameEditable}
        help={draft.isNameEditable ? undefined : t('sign-up:shell.fleetName.fixed')}
      />
      <TextInput
        {...field('email')}
        type="email"
        inputMode="email"
        autoComplete="username"
        autoCapitalize="none"
      />
      <Columns min={180}>
        <TextInput {...field('firstName')} autoComplete="given-name" />
        <TextInput {...field('lastName')} autoComplete="family-name" />
      </Columns>
      <TextInput
        {...field('cellPhone')}
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        help={t('sign-up:shell.cellPhone.help')}
      />
      <TextInput
        {...field('databaseName')}
        autoComplete="off"
        autoCapitalize="none"
        help={t('sign-up:shell.databaseName.help')}
      />
    </>
  )
}
