import type { Fleet } from '#contract/access/fleet.ts'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { DraftNotice } from '#src/ui/draft/DraftNotice.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { FormStack } from '#src/ui/focus/FormStack.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { FleetAddressFields } from './FleetAddressFields.tsx'
import { FleetFields } from './FleetFields.tsx'
import { OwnerFields } from './OwnerFields.tsx'
import { useFleetForm } from './useFleetForm.ts'

interface FleetFormProps {
  /** Null: a new fleet. */
  fleet: Fleet | null
  onSaved: (fleet: Fleet) => void
}

/** Creates a fleet and invites its first Owner, or changes one (FMC-023 to FMC-027). */
export function FleetForm(props: FleetFormProps) {
  return (
    <ClaimedDraft form={`fleet:${props.fleet?.id ?? 'new'}`} isOfCompany>
      {(own) => <ClaimedForm {...props} own={own} />}
    </ClaimedDraft>
  )
}

function ClaimedForm({ fleet, onSaved, own }: FleetFormProps & { own: OwnDraft }) {
  const t = useTexts('fleet', 'errors')
  const failureText = useFailureText()
  const isOnline = useOnline()
  const form = useFleetForm({ fleet, onSaved, slot: own.slot })
  const obstacle =
    (!isOnline && t('fleet:form.offline')) || (fleet !== null && !form.isChanged && t('fleet:form.unchanged'))
  return (
    <FormStack
      aria-label={fleet ? t('fleet:form.edit') : t('fleet:new.title')}
      onSubmit={form.submit}
      sx={{ gap: 2 }}
    >
      <DraftElsewhereNotice draft={own} isEdit={fleet !== null} />
      {form.restoredAt !== undefined && <DraftNotice savedAt={form.restoredAt} onDiscard={form.discard} />}
      {/* A new fleet's form closes after the save, so it cannot be changed during it. */}
      <Stack inert={fleet === null && form.isBusy} sx={{ gap: 2 }}>
        <Section title={t('fleet:form.fleet')}>
          <FleetFields
            form={form}
            isNew={fleet === null}
            hasPaymentType={(fleet?.fleet_payment_type ?? null) !== null}
          />
        </Section>
        <Section title={t('fleet:column.address')}>
          <FleetAddressFields form={form} />
        </Section>
        {fleet === null && (
          <Section title={t('fleet:form.owner')}>
            <OwnerFields form={form} />
          </Section>
        )}
      </Stack>
      {form.failure && <AlertBox type="error" message={failureText(form.failure)} />}
      <ActionButton
        type="submit"
        variant="contained"
        loading={form.isBusy}
        disabledReason={obstacle}
        sx={{ alignSelf: 'start', minHeight: 44 }}
      >
        {fleet ? t('fleet:form.save') : t('fleet:form.create')}
      </ActionButton>
    </FormStack>
  )
}
