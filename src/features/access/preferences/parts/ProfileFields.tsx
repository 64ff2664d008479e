import type { Preferences } from '#contract/access/preferences.ts'
import type { Country } from '#contract/core/locale.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import type { FieldCodes, PreferencesDraft } from '../preferences-draft.ts'
import { usePreferenceError } from './usePreferenceError.ts'

export interface FieldsProps {
  draft: PreferencesDraft
  change: (part: Partial<PreferencesDraft>) => void
  faults: FieldCodes
}

/** The user's personal data and the fleet's data (USR-058). */
export function ProfileFields(props: FieldsProps & { parts: Preferences['parts']; country: Country }) {
  const { draft, change, faults, parts, country } = props
  const t = useTexts('preferences')
  const faultOf = usePreferenceError(faults)
  const zipLabel = t('preferences:form.zip', country === 'CA' ? { context: 'ca' } : {})
  const text = (name: 'firstName' | 'lastName' | 'email' | 'cellPhone') => {
    const label = t(`preferences:form.${name}`)
    const onChange = (value: string) => change({ [name]: value })
    return { label, name, value: draft[name], onChange, error: faultOf(name, label), required: true }
  }
  return (
    <Section title={t('preferences:section.profile')}>
      <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: { sm: '1fr 1fr' }, alignItems: 'start' }}>
        <TextInput {...text('firstName')} autoComplete="given-name" autoCapitalize="words" />
        <TextInput {...text('lastName')} autoComplete="family-name" autoCapitalize="words" />
        <TextInput
          {...text('email')}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
        />
        <TextInput
          {...text('cellPhone')}
          type="tel"
          inputMode="tel"
          autoComplete="tel-national"
          help={t('preferences:form.cellPhoneHelp')}
        />
        {parts.ofFleet && (
          <>
            <TextInput
              label={zipLabel}
              name="zip"
              required
              autoComplete="postal-code"
              autoCapitalize="characters"
              inputMode={country === 'CA' ? 'text' : 'numeric'}
              maxLength={10}
              value={draft.zip}
              onChange={(zip) => change({ zip })}
              error={faultOf('zip', zipLabel)}
            />
            <NumberInput
              label={t('preferences:form.vehiclesTotal')}
              name="vehiclesTotal"
              required
              readOnly={!parts.canSetVehicleCount}
              help={parts.canSetVehicleCount ? undefined : t('preferences:form.vehiclesTotalHelp')}
              value={draft.vehiclesTotal}
              onChange={(vehiclesTotal) => change({ vehiclesTotal })}
              error={faultOf('vehiclesTotal', t('preferences:form.vehiclesTotal'))}
            />
          </>
        )}
      </Box>
    </Section>
  )
}
