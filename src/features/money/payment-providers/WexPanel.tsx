import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { toFailure } from '#src/api/failure.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { useSessionCan } from '#src/session/useSessionCan.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { useLeaveConfirmation } from '#src/ui/dialog/useLeaveConfirmation.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { FormStack } from '#src/ui/focus/FormStack.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Facts } from '#src/ui/layout/Facts.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { accountNumberQuery } from '../payment-methods/payment-methods.queries.ts'
import { useAccountNumber } from './useAccountNumber.ts'

/** The sub-tab for WEX: the fleet's account number, editable by authorized users (PAY-030 to PAY-037). */
export function WexPanel({ fleetId }: { fleetId: number }) {
  const t = useTexts('payment-methods', 'errors')
  const textOf = useFailureText()
  const isOnline = useOnline()
  const mayEdit = useSessionCan('payments.editAccountNumber')
  const { data, error, refetch } = useQuery(accountNumberQuery(fleetId))
  const content = () => {
    if (data && mayEdit) return <AccountNumberForm fleetId={fleetId} saved={data.account_number} />
    if (data)
      return (
        <Facts
          facts={[
            {
              label: t('payment-methods:wex.number'),
              value: data.account_number ?? t('payment-methods:wex.none'),
            },
          ]}
        />
      )
    if (error || !isOnline)
      return (
        <ErrorPanel
          message={error && isOnline ? textOf(toFailure(error)) : t('payment-methods:offline.list')}
          onRetry={() => void refetch()}
        />
      )
    return <SkeletonList rows={1} />
  }
  return <Section title={t('payment-methods:provider.WEX')}>{content()}</Section>
}

function AccountNumberForm({ fleetId, saved }: { fleetId: number; saved: string | null }) {
  const t = useTexts('payment-methods')
  const textOf = useFailureText()
  const isOnline = useOnline()
  const form = useAccountNumber(fleetId, saved)
  const leave = useLeaveConfirmation(form.isDirty)
  const [isFaultShown, setFaultShown] = useState(false)
  const submit = () => {
    setFaultShown(true)
    form.submit()
  }
  return (
    <FormStack onSubmit={submit} sx={{ gap: 2 }}>
      <Typography variant="body2" sx={{ color: 'text.secondary' }}>
        {t('payment-methods:wex.lead')}
      </Typography>
      {form.takenBy && (
        <AlertBox
          type="notice"
          message={t('payment-methods:wex.enteredMeanwhile', { number: form.takenBy })}
        />
      )}
      {form.failure && !form.takenBy && <AlertBox type="error" message={textOf(form.failure)} />}
      <Box sx={{ maxWidth: 360 }}>
        <TextInput
          label={t('payment-methods:wex.number')}
          help={t('payment-methods:wex.help')}
          name="account_number"
          required
          inputMode="numeric"
          autoComplete="off"
          value={form.number}
          onChange={form.change}
          error={isFaultShown && form.fault ? t(`payment-methods:wex.${form.fault}`) : undefined}
        />
      </Box>
      <ActionButton
        type="submit"
        variant="contained"
        loading={form.isBusy}
        disabledReason={
          (!isOnline && t('payment-methods:offline.reason')) ||
          (!form.isDirty && saved !== null && t('payment-methods:form.unchanged'))
        }
        sx={{ alignSelf: 'flex-start', minHeight: 44 }}
      >
        {t('payment-methods:wex.save')}
      </ActionButton>
      {leave.dialog}
    </FormStack>
  )
}
