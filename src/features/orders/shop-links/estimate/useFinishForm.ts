import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { ODOMETER_MAX } from '#domain/core/limits.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import { isUnlikelyTotal } from '#domain/orders/shop-prices.ts'
import type { useShopFiles } from '#src/features/orders/shop-links/useShopFiles.ts'
import { useShopSave } from '#src/features/orders/shop-links/useShopSave.ts'
import { type FormState, useFormState } from '#src/forms/useFormState.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import type { ShopOp } from '#src/offline/shop/shop-op.ts'
import type { ShopQueue } from '#src/offline/shop/shop-queue.ts'
import { useSaveWhenReady } from '#src/ui/draft/useSaveWhenReady.ts'
import { useErrorFocus } from '#src/ui/focus/useErrorFocus.ts'
import {
  type FinishDraft,
  finalLinesSince,
  isOutdated,
  isSameEstimate,
  lineErrors,
  needsNewApproval,
  parseFinish,
  rejectedCompletion,
  restOfFinish,
  toDraft,
  toFinalLines,
  totalsOf,
} from './estimate-draft.ts'
import { isUnlikelyFinalReading } from './finish-reading.ts'
import { positionsIn } from './LinesEditor.tsx'

export interface FinishFormProps {
  queue: ShopQueue
  order: ShopOrder
  /** Entries that the server has not acknowledged. */
  ops: readonly ShopOp[]
  services: readonly ServiceDefinition[]
  /** Whether the form completes the work. Otherwise it only adds the invoice. */
  completes: boolean
}

interface FinishFormOptions extends FinishFormProps {
  draft: OwnDraft
  files: Pick<ReturnType<typeof useShopFiles>, 'trouble' | 'preparing'>
}

/** State of the completion form: draft, validation, the confirmation of an unusual reading or total, and save. */
export function useFinishForm(options: FinishFormOptions) {
  const { queue, order, services, completes, files: taking } = options
  const form = useFinishDraft(options)
  const { odometer, lines } = form.draft
  const saving = useShopSave()
  const [showsErrors, setShowsErrors] = useState(false)
  const { frame, focusError } = useErrorFocus()
  const reading = wholeNumber(odometer)
  const isReadingWrong = reading !== undefined && !(reading <= ODOMETER_MAX)
  const isChanged = completes && lines !== null && !isSameEstimate(lines, toDraft(order, []))
  /** The fleet must approve again before the work can be completed. */
  const isHigher = isChanged && needsNewApproval(lines, order)

  const [isConfirmingReading, setConfirmingReading] = useState(false)
  /** The approved subtotal, while the shop confirms that the final one is intended. */
  const [doubtfulTotal, setDoubtfulTotal] = useState<string | null>(null)
  const { subTotal } = totalsOf(lines ?? [], order)

  async function submit() {
    setShowsErrors(true)
    const isWrong = isChanged && lineErrors(lines, positionsIn(services)).some((fault) => fault !== null)
    if (completes && (isReadingWrong || isWrong || lines?.length === 0)) return focusError()
    if (completes && !isHigher && isUnlikelyFinalReading(odometer, order)) setConfirmingReading(true)
    else await confirmReading()
  }
  async function confirmReading() {
    setConfirmingReading(false)
    if (isChanged && isUnlikelyTotal(order.pre_tax_sub_total, subTotal))
      setDoubtfulTotal(order.pre_tax_sub_total)
    else await send()
  }
  async function send() {
    setDoubtfulTotal(null)
    const sent = form.draft
    if (!(await saving.save(isHigher ? requestApproval : finish))) return
    const now = form.draftNow()
    // Keeps the other input, which the completion needs once the fleet has approved.
    if (isHigher) form.change({ lines: finalLinesSince(now, sent) })
    else if (JSON.stringify(now) !== JSON.stringify(sent)) form.change(restOfFinish(now, sent))
    else {
      form.saved()
      form.discard(restOfFinish(now, sent))
    }
    setShowsErrors(false)
  }
  const requestApproval = () =>
    queue.enter(
      'complete',
      { lines: toFinalLines(lines ?? []), requests_approval: true },
      [],
      revOf(options, form.draft),
    )
  const finish = () => enterFinish(options, form.draft, isChanged)
  const ready = useSaveWhenReady({
    preparing: taking.preparing,
    hasTrouble: taking.trouble !== '',
    save: submit,
  })
  return {
    value: form.draft,
    change: form.change,
    write: form.write,
    saving,
    ready,
    showsErrors,
    isReadingWrong,
    isConfirmingReading,
    isHigher,
    doubtfulTotal,
    subTotal,
    confirmReading,
    send,
    frame,
    cancel: () => {
      setConfirmingReading(false)
      setDoubtfulTotal(null)
    },
  }
}

/** The draft of the form, with the input that the server rejected. */
function useFinishDraft(options: FinishFormOptions) {
  const [initial] = useState<FinishDraft>({
    odometer: '',
    number: options.order.invoice_number ?? '',
    files: [],
    lines: null,
  })
  const form = useFormState<FinishDraft>({
    slot: options.draft.slot,
    initial,
    parse: parseFinish,
    storesInitial: true,
  })
  useRejectedInput(options, form)
  return form
}

/** Enters the completion and the invoice, in one transaction: a page that closes in between leaves no invoice behind. */
function enterFinish(props: FinishFormProps, draft: FinishDraft, isChanged: boolean) {
  const { queue, completes } = props
  const { odometer, number, files, lines } = draft
  const invoiceNumber = number.trim() ? { invoice_number: number.trim() } : {}
  const reading = wholeNumber(odometer)
  const completion = {
    ...invoiceNumber,
    ...(reading !== undefined && { odometer: reading }),
    ...(isChanged && { lines: toFinalLines(lines ?? []) }),
  }
  const invoice = { ...invoiceNumber, documents: files }
  return queue.enterAll([
    ...(completes
      ? [{ kind: 'complete' as const, body: completion, fileIds: [], orderRev: revOf(props, draft) }]
      : []),
    ...(files.length > 0 ? [{ kind: 'invoice' as const, body: invoice, fileIds: idsOf(files) }] : []),
  ])
}

/**
 * Returns the revision of the order on which the final lines are based (APR-081). After a rejection for newer lines the
 * page shows those, so sending again is based on them.
 */
const revOf = ({ order, ops }: Pick<FinishFormProps, 'order' | 'ops'>, { lines, rev }: FinishDraft) =>
  (lines === null || isOutdated(ops) ? undefined : rev) ?? order.rev

/** Returns rejected input to the form, without replacing what was typed since. */
function useRejectedInput({ order, ops }: FinishFormOptions, form: FormState<FinishDraft>) {
  const rejected = useMemo(() => rejectedCompletion(order, ops), [order, ops])
  // Once for each rejection, so that the user can clear the form.
  const restored = useRef('')
  const restore = useEffectEvent(({ id, value }: NonNullable<typeof rejected>) => {
    const { odometer, number, files, lines } = form.draft
    if (restored.current === id || files.length > 0 || lines !== null) return
    restored.current = id
    form.change({
      ...value,
      odometer: odometer || value.odometer,
      number: number || value.number,
      rev: value.rev,
    })
  })
  useEffect(() => {
    if (rejected) restore(rejected)
  }, [rejected])
}

const idsOf = (files: FinishDraft['files']) => files.map(({ id }) => id)
