import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { POLICY_SERVICES_MAX } from '#domain/core/limits.ts'
import { serviceOptions } from '#src/features/catalog/services/service-options.ts'
import { basicServicesQuery } from '#src/features/maintenance/policies/policies.queries.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { MultiSelectInput } from '#src/ui/form/MultiSelectInput.tsx'

interface ServicesFieldProps {
  value: readonly number[]
  onChange: (ids: number[]) => void
  error: string | undefined
}

/** Services of a policy; none means all. */
export function ServicesField({ value, onChange, error }: ServicesFieldProps) {
  const t = useTexts('policies')
  const { language } = useFormat()
  const { data, isLoading } = useQuery(basicServicesQuery())
  const services = useMemo(
    () =>
      serviceOptions(data?.services ?? [], language, []).map(({ id, name, searchText }) => ({
        id,
        name,
        searchText,
      })),
    [data, language],
  )
  const unknown = (id: number) => ({ id, name: `#${id}`, searchText: '' })
  return (
    <MultiSelectInput
      label={t('policies:form.services')}
      chosenLabel={t('policies:form.servicesChosen')}
      help={t('policies:form.servicesHelp')}
      name="service_definition_ids"
      max={POLICY_SERVICES_MAX}
      options={services}
      value={value.map((id) => services.find((service) => service.id === id) ?? unknown(id))}
      onChange={(chosen) => onChange(chosen.map(({ id }) => id))}
      getKey={({ id }) => String(id)}
      getLabel={({ name }) => name}
      getSearchText={({ searchText }) => searchText}
      loading={isLoading}
      error={error}
    />
  )
}
