import { useRef, useState } from 'react'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { Invalid } from '#src/offline/model/errors.ts'
import { newId } from '#src/offline/model/ids.ts'
import type { ImmutableCommand } from '#src/offline/model/immutable-commands.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { followSave } from './follow-save.ts'
import { type Settled, whenSettled } from './when-settled.ts'

/** A slower save shows a notice. */
const SLOW_MS = 4_000

/** A reading, a void, a mark or a snooze: an immutable command without its id. */
export type NewCommand = WithoutId<ImmutableCommand>
type WithoutId<T> = T extends unknown ? Omit<T, 'id'> : never

interface SubmitOptions {
  /** Message after the save: the server has it, or it waits for signal. */
  successText: (isSent: boolean) => string
  /** Receives invalid fields, before anything was stored. */
  onInvalid?: (fields: Invalid['fields']) => void
  /** The id of the rejected reading that the command replaces; otherwise a new one. */
  id?: string | undefined
}

/** Enqueues an immutable command, with or without signal, and reports its outcome (ruling 24). */
export function useSubmitCommand() {
  const t = useTexts('outbox')
  const toast = useToast()
  const { outbox } = useOffline()
  const [isBusy, setBusy] = useState(false)
  /** The last attempt with an unknown outcome: the same content again is the same command. */
  const attempted = useRef<{ content: string; id: string }>(null)

  /** @returns the outcome after the first moments; null if it may not be stored */
  async function submit(
    command: NewCommand,
    { successText, onInvalid, id: replacedId }: SubmitOptions,
  ): Promise<Settled['end'] | null> {
    const content = JSON.stringify(command)
    if (attempted.current?.content !== content) attempted.current = { content, id: replacedId ?? newId() }
    const { id } = attempted.current
    setBusy(true)
    const slow = setTimeout(() => toast('info', t('common:saving.still')), SLOW_MS)
    try {
      const { opId } = await followSave(outbox.enqueue({ ...command, id }), () =>
        toast('info', t('outbox:command.uncertain')),
      )
      attempted.current = null
      const { end } = await whenSettled(outbox, opId)
      if (end === 'refused') toast('danger', t('outbox:command.refused'))
      else toast('success', successText(end === 'sent'))
      return end
    } catch (error) {
      if (error instanceof Invalid && onInvalid) onInvalid(error.fields)
      else {
        console.error('The command could not be stored', error)
        toast('danger', t('outbox:command.failed'))
      }
      return null
    } finally {
      clearTimeout(slow)
      setBusy(false)
    }
  }
  return { submit, isBusy }
}
