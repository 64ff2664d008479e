import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { APPROVAL_FLEETS_MAX, QUICK_FILTER_DELAY_MS } from '#domain/core/limits.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useDelayed } from '#src/lib/hooks/useDelayed.ts'
import { MultiSelectInput } from '#src/ui/form/MultiSelectInput.tsx'
import { fleetChoicesQuery } from '../users/users.queries.ts'

interface FleetsFieldProps {
  value: readonly { id: number; name: string }[]
  onChange: (fleets: { id: number; name: string }[]) => void
  error: string | undefined
}

/** Fleets of the management company whose orders the user approves; searched on the server. */
export function FleetsField({ value, onChange, error }: FleetsFieldProps) {
  const t = useTexts('users')
  const [typed, setTyped] = useState('')
  const fleets = useQuery(fleetChoicesQuery(useDelayed(typed, QUICK_FILTER_DELAY_MS).trim()))
  return (
    <MultiSelectInput
      label={t('users:form.addFleet')}
      chosenLabel={t('users:field.fleets')}
      name="approvalFleetIds"
      options={(fleets.data?.fleets ?? []).map(({ id, name }) => ({ id, name }))}
      value={value}
      onChange={onChange}
      onType={setTyped}
      getKey={({ id }) => String(id)}
      getLabel={({ name }) => name}
      loading={fleets.isLoading}
      max={APPROVAL_FLEETS_MAX}
      error={error}
      help={t('users:form.fleetsHelp')}
    />
  )
}
