import { useTexts } from '#src/i18n/useTexts.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { DraftNotice } from '#src/ui/draft/DraftNotice.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import type { VehicleFormState } from '../useVehicleForm.ts'
import { SaveTroubleAlert } from './SaveTroubleAlert.tsx'

interface EntryNoticesProps {
  form: VehicleFormState
  draft: OwnDraft
}

/** Notices above the fields of a vehicle: no connection, a restored draft, and why saving failed. */
export function EntryNotices({ form, draft }: EntryNoticesProps) {
  const t = useTexts('vehicle-form')
  const isOnline = useOnline()
  return (
    <>
      {!isOnline && (
        <AlertBox
          type="notice"
          title={t('vehicle-form:offline.title')}
          message={t('vehicle-form:offline.message')}
        />
      )}
      <DraftElsewhereNotice draft={draft} isEdit={!form.isNew} />
      {form.restoredAt !== undefined && <DraftNotice savedAt={form.restoredAt} onDiscard={form.discard} />}
      <SaveTroubleAlert form={form} />
    </>
  )
}
