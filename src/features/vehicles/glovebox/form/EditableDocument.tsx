import Delete from '@mui/icons-material/DeleteOutlined'
import Edit from '@mui/icons-material/EditOutlined'
import { useState } from 'react'
import type { GloveboxItem } from '#contract/vehicles/glovebox.ts'
import { DocumentItem } from '#src/features/vehicles/glovebox/DocumentItem.tsx'
import { useDocumentTitle } from '#src/features/vehicles/glovebox/useDocumentTitle.ts'
import { followSave } from '#src/forms/follow-save.ts'
import { whenSettled } from '#src/forms/when-settled.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { deleteAllDraftFiles } from '#src/lib/drafts/draft-files.ts'
import { deleteDraft } from '#src/lib/drafts/draft-storage.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { NotSavedAlert } from '#src/ui/feedback/NotSavedAlert.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'

interface EditableDocumentProps {
  localRow: LocalRow<GloveboxItem>
  /** Why this user may not change it, or false. */
  reason: string | false
  onEdit: () => void
  onDeleted: (opId: string) => void
}

/** A document in the dialog with its actions. */
export function EditableDocument({ localRow, reason, onEdit, onDeleted }: EditableDocumentProps) {
  const t = useTexts('glovebox')
  const { outbox } = useOffline()
  const { user } = useSession()
  const titleOf = useDocumentTitle()
  const [isAsking, setAsking] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const { row, basis, waiting } = localRow
  const title = titleOf(row)

  async function remove() {
    setBusy(true)
    try {
      setFailure(undefined)
      const deletion = { kind: 'glovebox.delete', id: row.id, basis, vehicleId: row.vehicle_id } as const
      const { opId } = await followSave(outbox.enqueue(deletion), (unknown) => {
        setFailure(unknown)
        setAsking(false)
      })
      setFailure(undefined)
      setAsking(false)
      const form = `glovebox:${row.vehicle_id}:${row.id}`
      const slot = { fleetId: user.fleet_id, userId: user.id, form }
      deleteDraft(slot)
      void deleteAllDraftFiles(slot)
      await whenSettled(outbox, opId)
      onDeleted(opId)
    } catch (error) {
      setFailure(error)
      setAsking(false)
    } finally {
      setBusy(false)
    }
  }

  if (waiting?.change === 'delete') return <DocumentItem localRow={localRow} />
  return (
    <>
      {failure !== undefined && <NotSavedAlert error={failure} files={[]} />}
      <DocumentItem
        localRow={localRow}
        actions={
          <>
            <ActionButton
              size="small"
              startIcon={<Edit />}
              disabledReason={reason}
              aria-label={t('glovebox:editOf', { title })}
              onClick={onEdit}
            >
              {t('glovebox:edit')}
            </ActionButton>
            <ActionButton
              size="small"
              color="error"
              startIcon={<Delete />}
              disabledReason={reason}
              aria-label={t('glovebox:deleteOf', { title })}
              onClick={() => setAsking(true)}
            >
              {t('glovebox:delete')}
            </ActionButton>
          </>
        }
      />
      <ConfirmDialog
        open={isAsking}
        title={t('glovebox:confirm.title', { title })}
        message={t('glovebox:confirm.message')}
        confirmLabel={t('glovebox:confirm.yes')}
        isDestructive
        isBusy={isBusy}
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
