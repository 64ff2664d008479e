import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { ManualHistory } from '#contract/maintenance/history-record.ts'
import { queries } from '#src/api/client.ts'
import { followSave } from '#src/forms/follow-save.ts'
import { whenSettled } from '#src/forms/when-settled.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { deleteDraft } from '#src/lib/drafts/draft-storage.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import type { SavedHistory } from './history-draft.ts'

/** Deletes an entry through the outbox, like every other change (MHX-034). */
export function useDeleteHistory(
  localRow: LocalRow<ManualHistory>,
  onDeleted: (saved: SavedHistory) => void,
) {
  const t = useTexts('history', 'outbox')
  const { outbox } = useOffline()
  const { user } = useSession()
  const client = useQueryClient()
  const toast = useToast()
  const [isBusy, setBusy] = useState(false)

  async function remove() {
    setBusy(true)
    try {
      const { id, vehicle_id: vehicleId } = localRow.row
      const { opId } = await followSave(
        outbox.enqueue({ kind: 'history.delete', id, basis: localRow.basis, vehicleId }),
        () => toast('info', t('outbox:command.uncertain')),
      )
      const slot = { fleetId: user.fleet_id, userId: user.id, form: `history:${id}` }
      deleteDraft(slot)
      void import('#src/lib/drafts/draft-files.ts').then((drafts) => drafts.deleteAllDraftFiles(slot))
      const settled = await whenSettled(outbox, opId)
      // Pages loaded earlier would show the row again for a moment.
      client.removeQueries({ queryKey: queries.history.key() })
      onDeleted({ opId, entityId: id, settled })
    } catch (error) {
      console.error('The deletion could not be stored', error)
      toast('danger', t('history:delete.failed'))
    } finally {
      setBusy(false)
    }
  }
  return { remove, isBusy }
}
