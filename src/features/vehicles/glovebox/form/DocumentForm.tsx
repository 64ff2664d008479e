import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { canEditDocument, type DocumentType } from '#domain/access/permissions.ts'
import { statesOf } from '#domain/catalog/state-list.ts'
import { statesQuery } from '#src/features/vehicles/glovebox/glovebox.queries.ts'
import { DocumentFields } from '#src/features/vehicles/glovebox/parts/DocumentFields.tsx'
import { DocumentFile } from '#src/features/vehicles/glovebox/parts/DocumentFile.tsx'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFileProblem } from '#src/i18n/useFileProblem.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import { codesOfRows } from '#src/lib/field-codes.ts'
import { useDocumentBlob } from '#src/local-data/useDocumentBlob.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ResponsiveDialog } from '#src/ui/dialog/ResponsiveDialog.tsx'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { DraftNotice } from '#src/ui/draft/DraftNotice.tsx'
import { SavedElsewhereNotice } from '#src/ui/draft/SavedElsewhereNotice.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { NotSavedAlert } from '#src/ui/feedback/NotSavedAlert.tsx'
import { SavingNote } from '#src/ui/feedback/SavingNote.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { type DocumentForm as Form, useDocumentForm } from './useDocumentForm.ts'

interface DocumentFormProps {
  vehicleId: number
  /** Null: a new document of `type`. */
  localRow: LocalRow<GloveboxItem> | null
  type: DocumentType
  /** Called with the operation once the server has responded, or after a short wait. */
  onSaved: (opId: string) => void
  onClose: () => void
}

/** Adds, edits or replaces a document. */
export function DocumentForm(props: DocumentFormProps) {
  return (
    <ClaimedDraft form={`glovebox:${props.vehicleId}:${props.localRow?.row.id ?? props.type}`}>
      {(draft) => <ClaimedForm {...props} draft={draft} />}
    </ClaimedDraft>
  )
}

function ClaimedForm(props: DocumentFormProps & { draft: OwnDraft }) {
  const { draft, localRow, onClose } = props
  const t = useTexts('glovebox')
  const { user } = useSession()
  const { country, language } = useFormat()
  const { data } = useQuery(statesQuery(country, language))
  // Offline the call fails, so fall back to the built-in list.
  const states = data?.states ?? statesOf(country, language)
  const form = useDocumentForm({ ...props, slot: draft.slot })
  const mayEdit = canEditDocument(user, form.value.document_type)
  const hasFile = Boolean(form.file ?? form.current ?? form.preparing) || form.isRestoring
  return (
    <ResponsiveDialog
      open
      onClose={onClose}
      onSubmit={() => mayEdit && hasFile && form.save()}
      title={localRow ? t('glovebox:form.editTitle') : t('glovebox:form.newTitle')}
      actions={
        <ActionButton
          variant="contained"
          type="submit"
          loading={form.isSaving || form.isWaitingForFile}
          sx={{ flex: { xs: 1, sm: 'none' }, minWidth: 140 }}
          disabledReason={
            (!mayEdit && t('glovebox:notAllowed')) || (!hasFile && t('glovebox:form.needsFile'))
          }
        >
          {t('glovebox:form.save')}
        </ActionButton>
      }
    >
      <Stack sx={{ gap: 2 }}>
        {/* What is typed after the save has begun would be deleted with the draft. */}
        <Stack inert={form.isSaving} aria-busy={form.isSaving} sx={{ gap: 2 }}>
          <DraftElsewhereNotice draft={draft} isEdit={localRow !== null} />
          <Troubles form={form} />
          <AttachedFile form={form} disabledReason={!mayEdit && t('glovebox:notAllowed')} />
          <DocumentFields
            value={form.value}
            onChange={form.change}
            codes={form.codes}
            states={states}
            canEdit={(type) => canEditDocument(user, type)}
          />
        </Stack>
        <SavingNote
          isSaving={form.isSaving || form.isWaitingForFile}
          preparing={form.isWaitingForFile ? form.preparing : undefined}
        />
      </Stack>
    </ResponsiveDialog>
  )
}

function Troubles({ form }: { form: Form }) {
  const t = useTexts('glovebox')
  const { restoredAt, savedElsewhere, failure, file } = form
  return (
    <>
      {savedElsewhere && <SavedElsewhereNotice saved={savedElsewhere} onNew={form.discard} />}
      {restoredAt !== undefined && !savedElsewhere && (
        <DraftNotice savedAt={restoredAt} onDiscard={form.discard} />
      )}
      {failure !== undefined && (
        <NotSavedAlert error={failure} files={file ? [file] : []} typed={form.value} onRetry={form.save} />
      )}
      {Object.keys(form.codes).length > 0 && (
        <AlertBox type="error" title={t('glovebox:uploadFailed')} message={t('glovebox:form.checkFields')} />
      )}
    </>
  )
}

function AttachedFile({ form, disabledReason }: { form: Form; disabledReason: string | false }) {
  const t = useTexts('glovebox')
  const textOf = useFileProblem()
  const { file, current } = form
  const fileProblem = form.fileProblem ?? codesOfRows(form.codes, 'glovebox_documents_attributes')[0]?.code
  const problemText = (problem: NonNullable<typeof fileProblem>) =>
    problem === 'file_type' || problem === 'file_size'
      ? t(`glovebox:form.file.${problem}`)
      : textOf(problem as 'file_unreadable')
  const unreadable = form.hasUnreadable ? t('common:draft.unreadableFiles') : undefined
  const stored = useDocumentBlob(current?.content_type.startsWith('image/') ? current.id : undefined)
  const chosen = useMemo(() => file && new Blob([file.bytes], { type: file.content_type }), [file])
  const shown = file ?? current
  return (
    <DocumentFile
      file={shown && { ...shown, blob: file ? chosen : (stored ?? undefined) }}
      isReplacement={file !== undefined && current !== undefined}
      preparing={form.preparing}
      error={fileProblem ? problemText(fileProblem) : unreadable}
      onChoose={form.choose}
      disabledReason={disabledReason}
    />
  )
}
