import { useMutation } from '@tanstack/react-query'
import { setDiscarded } from '#src/features/home/outbox/discarded-store.ts'
import { useExport } from '#src/features/home/outbox/export/useExport.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useWaitingText } from '#src/i18n/useWaitingText.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import { totalUnsent } from '#src/offline/model/unsent-count.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { type GroupAction, groupEntriesOf } from './groups.ts'

interface Performed {
  act: Exclude<GroupAction, 'move'>
  entries: readonly WaitingEntry[]
}

/** Runs actions on all entries of a group. `onDone` is called after success. */
export function useGroupActions(onDone: () => void) {
  const t = useTexts('outbox')
  const textOf = useWaitingText()
  const toast = useToast()
  const { outbox } = useOffline()
  const save = useExport()

  async function perform({ act, entries }: Performed): Promise<void> {
    if (act === 'retry') await outbox.retryGroup(groupEntriesOf(entries))
    else if (act === 'export') await save.mutateAsync(entries.map(({ opId }) => opId)).catch(() => {})
    else {
      const { removed: held, undo } = await outbox.discardGroup(groupEntriesOf(entries))
      const text =
        totalUnsent(held) > 0 ? t('outbox:group.discard.done', { held: textOf(held) }) : t('outbox:move.late')
      setDiscarded(undo && { text, undo })
      if (!undo) toast('default', text)
    }
  }
  const mutation = useMutation({
    mutationFn: perform,
    onSuccess: onDone,
    onError: () => toast('danger', t('outbox:act.failed')),
  })
  return {
    act: (act: Performed['act'], entries: readonly WaitingEntry[]) => mutation.mutate({ act, entries }),
    isBusy: mutation.isPending ? mutation.variables.act : null,
  }
}
