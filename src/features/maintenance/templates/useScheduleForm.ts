import { useState } from 'react'
import type { ItemInput } from '#contract/maintenance/templates.ts'
import { useFormState } from '#src/forms/useFormState.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { newId } from '#src/offline/model/ids.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import {
  codesByLine,
  type DraftItem,
  hasSameLines,
  malformedNumbers,
  parseSchedule,
  type ScheduleDraft,
  toDraft,
  toItems,
} from './template-draft.ts'

export interface ScheduleFormProps {
  items: Parameters<typeof toDraft>[0]
  unit: 'mi' | 'km'
  /** Revision of the items; undefined: not known. */
  revision: string | undefined
  /** `revision`: the one that the user saw; undefined: overwrites what someone else saved meanwhile. */
  onSave: (edited: { items: ItemInput[]; revision: string | undefined }) => Promise<unknown>
  /** Loads the schedule again. Runs after a conflict too: the screen behind the dialog then shows what was saved. */
  refresh: () => Promise<void>
  onClose: () => void
}

interface Edited {
  lines: readonly DraftItem[]
  items: ItemInput[]
  revision: string | undefined
}

/**
 * State of the schedule form. The typed items survive a rejection, a closed dialog and a reload. Changes that someone
 * else saved meanwhile are overwritten only after a confirmation.
 */
export function useScheduleForm(slot: DraftSlot, props: ScheduleFormProps) {
  const { onSave, refresh, onClose } = props
  const t = useTexts('templates')
  const toast = useToast()
  const failureText = useFailureText()
  // The local copy may change while the form is open.
  const [initial] = useState(() => initialOf(props))
  const form = useFormState({ slot, initial, parse: (value) => parseSchedule(value, initial) })
  const { draft, change, correct } = form
  const { lines } = draft
  const { run, isBusy, failure } = useWrite({
    call: ({ items, revision }: Edited) => onSave({ items, revision }),
    refresh,
    onSaved() {
      form.saved()
      toast('success', t('templates:saved'))
      onClose()
    },
    onFailed(rejected, sent) {
      form.accept(codesByLine(rejected.fields, sent.lines))
      if (rejected.code !== 'stale') toast('danger', failureText(rejected))
    },
  })

  return {
    lines,
    codes: form.codes,
    restoredAt: form.restoredAt,
    isChanged: !hasSameLines(draft, initial),
    isBusy,
    isConflict: failure?.code === 'stale',
    discard: () => form.discard(),
    add() {
      change({ lines: [...lines, { key: newId(), service_ids: [], every: '', every_months: '' }] })
      correct(['items'])
    },
    changeLine(next: DraftItem) {
      change({ lines: lines.map((line) => (line.key === next.key ? next : line)) })
      correct([next.key])
    },
    remove(key: string) {
      change({ lines: lines.filter((line) => line.key !== key) })
      correct(['items'])
    },
    /** `isAnyway`: overwrites what someone else saved meanwhile. */
    submit(isAnyway: boolean) {
      const items = toItems(lines)
      if (form.accept(codesByLine(malformedNumbers(items), lines)))
        void run({ lines, items, revision: isAnyway ? undefined : draft.revision })
    },
  }
}

const initialOf = ({ items, unit, revision }: ScheduleFormProps): ScheduleDraft => ({
  lines: toDraft(items, unit),
  unit,
  revision,
})
