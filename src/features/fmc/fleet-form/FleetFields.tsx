import { useQuery } from '@tanstack/react-query'
import { PAYMENT_TYPES } from '#contract/fmc/fleet-fields.ts'
import { FLEET_TEXT_MAX } from '#domain/core/limits.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { CheckboxInput } from '#src/ui/form/CheckboxInput.tsx'
import { SelectInput } from '#src/ui/form/SelectInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Columns } from '#src/ui/layout/Columns.tsx'
import { paymentTypesQuery } from '../fleets/fleets.queries.ts'
import { usePaymentTypeName } from '../fleets/usePaymentTypeName.ts'
import { timeZoneLabel, timeZonesOf } from './time-zones.ts'
import type { FleetFormState } from './useFleetForm.ts'

interface FleetFieldsProps {
  form: FleetFormState
  isNew: boolean
  /** The fleet has a payment type, which can be changed but not removed. */
  hasPaymentType: boolean
}

/** Name, region, representative, payment type and numbers of a fleet (FMC-027, FMC-028). */
export function FleetFields({ form, isNew, hasPaymentType }: FleetFieldsProps) {
  const t = useTexts('fleet')
  const textOf = useFieldTexts()
  const paymentTypeName = usePaymentTypeName()
  const types = usePaymentTypes()
  const { language } = useFormat()
  const { draft, change, codes } = form
  const field = (name: 'name' | 'region' | 'rep' | 'other_id', label: string) => ({
    name,
    label,
    value: draft[name],
    maxLength: FLEET_TEXT_MAX,
    autoComplete: 'off',
    onChange: (text: string) => change({ [name]: text }),
    error: textOf(codes, name),
  })
  return (
    <Columns min={230} gap={2}>
      <TextInput {...field('name', t('fleet:column.name'))} required autoFocus={isNew} />
      <TextInput {...field('region', t('fleet:column.region'))} />
      <TextInput {...field('rep', t('fleet:column.rep'))} help={t('fleet:form.repHelp')} />
      <TextInput {...field('other_id', t('fleet:column.otherId'))} />
      <SelectInput
        name="fleet_payment_type"
        label={t('fleet:column.paymentType')}
        value={draft.fleet_payment_type}
        {...(hasPaymentType && { required: true, empty: null })}
        options={types.map((value) => ({ value, label: paymentTypeName(value) }))}
        onChange={(type) => change({ fleet_payment_type: type })}
        error={textOf(codes, 'fleet_payment_type')}
      />
      {isNew && (
        <SelectInput
          name="country"
          required
          empty={null}
          label={t('fleet:facts.country')}
          help={t('fleet:form.countryHelp')}
          value={draft.country}
          options={[
            { value: 'US', label: t('fleet:facts.countries.US') },
            { value: 'CA', label: t('fleet:facts.countries.CA') },
          ]}
          onChange={(country) => country && change({ country, state: '', zip: '', time_zone: '' })}
          error={textOf(codes, 'country')}
        />
      )}
      {isNew && (
        <SelectInput
          name="time_zone"
          required
          empty={null}
          label={t('fleet:form.timeZone')}
          help={t('fleet:form.timeZoneHelp')}
          value={form.timeZone}
          options={timeZonesOf(draft.country, form.timeZone).map((zone) => ({
            value: zone,
            label: timeZoneLabel(zone, language),
          }))}
          onChange={(zone) => change({ time_zone: zone })}
          error={textOf(codes, 'time_zone')}
        />
      )}
      <CheckboxInput
        name="share_wex_number"
        label={t('fleet:form.shareWex')}
        checked={draft.share_wex_number}
        onChange={(shares) => change({ share_wex_number: shares })}
        error={textOf(codes, 'share_wex_number')}
      />
      <CheckboxInput
        name="has_subscription"
        label={t('fleet:form.subscription')}
        checked={draft.has_subscription}
        onChange={(has) => change({ has_subscription: has })}
        error={textOf(codes, 'has_subscription')}
      />
    </Columns>
  )
}

function usePaymentTypes() {
  const { data } = useQuery(paymentTypesQuery())
  return data?.fleet_payment_types.map(({ id }) => id) ?? PAYMENT_TYPES
}
