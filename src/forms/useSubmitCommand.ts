import { useRef, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { Invalid } from '#src/offline/model/errors.ts'
import { newId } from '#src/offline/model/ids.ts'
import type { ImmutableCommand } from '#src/offline/model/immutable-commands.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { followSave } from './follow-save.ts'
import { type Settled, whenSettled } from './when-settled.ts'

/** A save that takes longer than this is told of. */
const SLOW_MS = 4_000

/** A reading, a void, a mark or a snooze: stated once and never edited. */
export type NewCommand = WithoutId<ImmutableCommand>
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never

interface SubmitMessages {
  /** What the person reads once it is kept: the server has it, or it waits for signal. */
  successText: (isSent: boolean) => string
  /** Fields that a statement was refused for, before anything was kept. */
  onInvalid?: (fields: Invalid['fields']) => void
}

/** Keeps what the person states, with signal or without, and says what became of it (ruling 24). */
export function useSubmitCommand() {
  const t = useTexts('outbox')
  const toast = useToast()
  const { outbox } = useOffline()
  const [isBusy, setBusy] = useState(false)
  /** Of which it is not certain that it was kept: the same words again are the same statement. */
  const attempted = useRef<{ content: string; id: string }>(null)

  /** @returns what became of it in the first moments; null when it is not known to be kept */
  async function submit(
    statement: NewCommand,
    { successText: said, onInvalid }: SubmitMessages,
  ): Promise<Settled['end'] | null> {
    const content = JSON.stringify(statement)
    if (attempted.current?.content !== content) attempted.current = { content, id: newId() }
    const { id } = attempted.current
    setBusy(true)
    const slow = setTimeout(() => toast('info', t('common:saving.still')), SLOW_MS)
    try {
      const { opId } = await followSave(outbox.enqueue({ ...statement, id }), () =>
        toast('info', t('outbox:statement.uncertain')),
      )
      attempted.current = null
      const { end } = await whenSettled(outbox, opId)
      if (end === 'refused') toast('danger', t('outbox:statement.refused'))
      else toast('success', said(end === 'sent'))
      return end
    } catch (error) {
      if (error instanceof Invalid && onInvalid) onInvalid(error.fields)
      else {
        console.error('A statement could not be kept', error)
        toast('danger', t('outbox:statement.failed'))
      }
      return null
    } finally {
      clearTimeout(slow)
      setBusy(false)
    }
  }
  return { submit, isBusy }
}
