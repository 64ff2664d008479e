import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { QUICK_FILTER_DELAY_MS, SENTINEL_ALL } from '#domain/core/limits.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useDelayed } from '#src/lib/hooks/useDelayed.ts'
import { MultiSelectInput } from '#src/ui/form/MultiSelectInput.tsx'
import { approversQuery } from '../policies.queries.ts'
import { type PolicyDraft, withoutClash } from './policy-draft.ts'

interface UsersFieldProps {
  value: PolicyDraft['users']
  onChange: (users: PolicyDraft['users']) => void
  error: string | undefined
}

/** Approvers: users of the fleet, searched on the server, or only 'Auto-Approve' (SET-030). */
export function UsersField({ value, onChange, error }: UsersFieldProps) {
  const t = useTexts('policies')
  const [typed, setTyped] = useState('')
  const people = useQuery(approversQuery(useDelayed(typed, QUICK_FILTER_DELAY_MS).trim()))
  return (
    <MultiSelectInput
      label={t('policies:form.users')}
      chosenLabel={t('policies:form.usersChosen')}
      help={t('policies:form.usersHelp')}
      name="user_ids"
      required
      options={[{ id: SENTINEL_ALL, name: t('policies:autoApprove') }, ...(people.data?.drivers ?? [])]}
      value={value}
      onChange={(users) => onChange(withoutClash(users))}
      getKey={({ id }) => String(id)}
      getLabel={({ name }) => name}
      onType={setTyped}
      loading={people.isLoading}
      error={error}
    />
  )
}
