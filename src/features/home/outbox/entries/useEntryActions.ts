import { useMutation } from '@tanstack/react-query'
import { setDiscarded } from '#src/features/home/outbox/discarded-store.ts'
import { useExport } from '#src/features/home/outbox/export/useExport.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import type { EntryAction } from './reasons.ts'

/** Actions that need only a click, or a click and a confirmation. */
type SimpleAction = Exclude<EntryAction, 'edit' | 'move' | 'compare'>

/** Runs the actions of an entry's buttons. `onDone` is called after success. */
export function useEntryActions(entry: WaitingEntry, about: string, onDone: () => void) {
  const t = useTexts('outbox')
  const toast = useToast()
  const { outbox } = useOffline()
  const save = useExport()
  const { opId } = entry

  async function perform(act: SimpleAction): Promise<void> {
    if (act === 'retry' || act === 'sendNow') await outbox.retry(opId)
    else if (act === 'mine' || act === 'theirs') await outbox.resolveConflict(opId, act)
    else if (act === 'export') await save.mutateAsync([opId]).catch(() => {})
    else if (act === 'asNew') {
      if (await outbox.move(opId, entry.vehicleId)) toast('success', t('outbox:move.asNewDone'))
    } else {
      const undo = await outbox.discard(opId)
      setDiscarded(undo && { text: t('outbox:discard.undone', { title: about }), undo })
      if (!undo) toast('default', t('outbox:discard.done'))
    }
  }
  const mutation = useMutation({
    mutationFn: perform,
    onSuccess: onDone,
    onError: () => toast('danger', t('outbox:act.failed')),
  })
  return {
    act: (act: SimpleAction) => mutation.mutate(act),
    isBusy: mutation.isPending ? mutation.variables : null,
  }
}
