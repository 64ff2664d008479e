import Button from '@mui/material/Button'
import type { FormEvent } from 'react'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { DraftNotice } from '#src/ui/draft/DraftNotice.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'
import { Columns } from '#src/ui/layout/Columns.tsx'
import { ServicesField } from './ServicesField.tsx'
import { UsersField } from './UsersField.tsx'
import { type PolicyFormProps, usePolicyForm } from './usePolicyForm.ts'
import { VehiclesField } from './VehiclesField.tsx'

/** Editable row of a policy: amount, approvers, vehicles and services. */
export function PolicyForm(props: PolicyFormProps) {
  return (
    <ClaimedDraft form={`policy:${props.policy?.id ?? 'new'}`}>
      {(own) => <ClaimedForm {...props} own={own} />}
    </ClaimedDraft>
  )
}

function ClaimedForm({ own, ...props }: PolicyFormProps & { own: OwnDraft }) {
  const { policy, isDeleted } = props
  const t = useTexts('policies')
  const format = useFormat()
  const textOf = useFieldTexts()
  const isOnline = useOnline()
  const form = usePolicyForm({ ...props, slot: own.slot })
  const { draft, change, codes } = form
  const title = policy
    ? t('policies:editOf', { amount: format.money(policy.amount) })
    : t('policies:form.title')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    form.submit()
  }
  return (
    <Stack component="form" ref={form.frame} noValidate aria-label={title} onSubmit={submit} sx={rows}>
      <DraftElsewhereNotice draft={own} isEdit={policy !== null} />
      {form.restoredAt !== undefined && <DraftNotice savedAt={form.restoredAt} onDiscard={form.discard} />}
      {isDeleted && <AlertBox type="notice" message={t('policies:gone')} />}
      {form.isConflict && (
        <AlertBox
          type="notice"
          message={t('policies:conflict')}
          action={
            <Button color="inherit" onClick={() => form.submit(true)}>
              {t('policies:saveAnyway')}
            </Button>
          }
        />
      )}
      <Columns min={230} gap={3}>
        <NumberInput
          label={t('policies:form.amount')}
          help={t('policies:form.amountHelp')}
          name="amount"
          required
          autoFocus
          decimals={2}
          unit={format.country === 'CA' ? t('policies:form.dollarsCanada') : t('policies:form.dollars')}
          value={draft.amount}
          onChange={(amount) => change({ amount })}
          error={textOf(codes, 'amount')}
        />
        <UsersField
          value={draft.users}
          onChange={(users) => change({ users })}
          error={textOf(codes, 'user_ids')}
        />
        <VehiclesField
          value={draft.vehicle_ids}
          onChange={(vehicle_ids) => change({ vehicle_ids })}
          error={textOf(codes, 'vehicle_ids')}
        />
        <ServicesField
          value={draft.service_definition_ids}
          onChange={(service_definition_ids) => change({ service_definition_ids })}
          error={textOf(codes, 'service_definition_ids')}
        />
      </Columns>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap' }}>
        <ActionButton
          type="submit"
          variant="contained"
          loading={form.isBusy}
          disabledReason={
            (!isOnline && t('policies:offline')) || (!form.isChanged && !isDeleted && t('policies:unchanged'))
          }
          sx={{ minHeight: 44 }}
        >
          {t('policies:save')}
        </ActionButton>
        <Button onClick={form.close} sx={{ minHeight: 44 }}>
          {t('common:action.cancel')}
        </Button>
      </Stack>
    </Stack>
  )
}

const rows = { gap: 2, py: 1 } as const
