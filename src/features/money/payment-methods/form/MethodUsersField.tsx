import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ALL_USERS } from '#contract/money/payment-methods.ts'
import { METHOD_USERS_MAX, QUICK_FILTER_DELAY_MS } from '#domain/core/limits.ts'
import { methodUsersQuery } from '#src/features/money/payment-methods/payment-methods.queries.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useDelayed } from '#src/lib/hooks/useDelayed.ts'
import { MultiSelectInput } from '#src/ui/form/MultiSelectInput.tsx'
import { type MethodDraft, resolveAllUsers } from './method-draft.ts'

interface MethodUsersFieldProps {
  value: MethodDraft['users']
  onChange: (users: MethodDraft['users']) => void
  error: string | undefined
}

/** Selects who may pay with the method: single users, searched on the server, or all users (PAY-009). */
export function MethodUsersField({ value, onChange, error }: MethodUsersFieldProps) {
  const t = useTexts('payment-methods')
  const [typed, setTyped] = useState('')
  const { data, isLoading } = useQuery(methodUsersQuery(useDelayed(typed, QUICK_FILTER_DELAY_MS).trim()))
  const allUsers = { id: ALL_USERS, name: t('payment-methods:users.all') }
  return (
    <MultiSelectInput
      label={t('payment-methods:form.users')}
      chosenLabel={t('payment-methods:form.usersChosen')}
      help={t('payment-methods:form.usersHelp')}
      name="customer_ids"
      max={METHOD_USERS_MAX}
      options={[allUsers, ...(data?.users ?? [])]}
      value={value}
      onChange={(users) => onChange(resolveAllUsers(users).map(({ id, name }) => ({ id, name })))}
      getKey={({ id }) => String(id)}
      getLabel={({ name }) => name}
      onType={setTyped}
      loading={isLoading}
      error={error}
    />
  )
}
