import Button from '@mui/material/Button'
import { Fragment, useEffect, useMemo, useRef, useState } from 'react'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { ShopOrder } from '#contract/orders/shop-order.ts'
import { isZeroTotal } from '#domain/orders/shop-prices.ts'
import { ShopSaveNote } from '#src/features/orders/shop-links/ShopSaveNote.tsx'
import { useShopSave } from '#src/features/orders/shop-links/useShopSave.ts'
import { useFormState } from '#src/forms/useFormState.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { type OwnDraft, useDraftClaim } from '#src/lib/drafts/useDraftClaim.ts'
import type { ShopOp } from '#src/offline/shop/shop-op.ts'
import type { ShopQueue } from '#src/offline/shop/shop-queue.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { useSaveWhenReady } from '#src/ui/draft/useSaveWhenReady.ts'
import { ErrorAlert } from '#src/ui/feedback/ErrorAlert.tsx'
import { useErrorFocus } from '#src/ui/focus/useErrorFocus.ts'
import { Section } from '#src/ui/layout/Section.tsx'
import {
  type DraftLine,
  type EstimateDraft,
  isOutdated,
  isSameEstimate,
  lineErrors,
  parseEstimate,
  revOnChange,
  toDraft,
  toLines,
  totalsOf,
  unusualTotal,
  withKeysOf,
} from './estimate-draft.ts'
import { LinesEditor, positionsIn } from './LinesEditor.tsx'
import { shopDraft } from './shop-draft.ts'
import { UnusualTotalDialog } from './UnusualTotalDialog.tsx'

interface EstimateFormProps {
  queue: ShopQueue
  order: ShopOrder
  ops: readonly ShopOp[]
  services: readonly ServiceDefinition[]
  /** Replaces an estimate that the fleet already has. */
  isCorrection: boolean
}

/**
 * The estimate: services, prices, notes, photos. Input is saved at once in a draft that one tab owns (decision 33). The
 * server computes the final tax and total.
 */
export function EstimateForm(props: EstimateFormProps) {
  const { queue, order } = props
  const draft = useDraftClaim(shopDraft('estimate', order.id))
  const [early, setEarly] = useState<{ lines: unknown }>()
  useEffect(() => {
    void queue.readEarlyDraft().then(
      (lines) => setEarly({ lines }),
      () => setEarly({ lines: null }),
    )
  }, [queue])
  if (!draft || !early) return null
  return (
    <Fragment key={draft.slot.form}>
      <ClaimedForm {...props} draft={draft} early={parseEstimate(early)} />
    </Fragment>
  )
}

interface ClaimedFormProps extends EstimateFormProps {
  draft: OwnDraft
  early: EstimateDraft | undefined
}

function ClaimedForm({ queue, order, ops, services, isCorrection, draft, early }: ClaimedFormProps) {
  const t = useTexts('shop-link')
  const textOf = useFieldTexts()
  const form = useEstimateDraft({ order, ops, draft, early })
  const { lines } = form
  const saving = useShopSave()
  const [showsErrors, setShowsErrors] = useState(false)
  /** Subtotal of the last estimate, while the shop confirms that the new one is intended. */
  const [doubtfulTotal, setDoubtfulTotal] = useState<string | null>(null)
  // A photo was rejected after Save was pressed.
  const [isRefused, setRefused] = useState(false)
  const [preparing, setPreparing] = useState<readonly string[]>([])
  const ready = useSaveWhenReady({ preparing: preparing[0], hasTrouble: isRefused, save: submit })
  const totals = totalsOf(lines, order)
  const { frame, focusError } = useErrorFocus()

  function submit() {
    setShowsErrors(true)
    focusError()
    const isWrong = lineErrors(lines, positionsIn(services)).some((fault) => fault !== null)
    if (lines.length === 0 || isWrong || isZeroTotal(lines)) return
    const last = isCorrection ? unusualTotal(lines, order, ops) : null
    if (last === null) void send()
    else setDoubtfulTotal(last)
  }
  async function send() {
    setDoubtfulTotal(null)
    const sent = toLines(lines)
    const photoIds = sent.flatMap(({ photos }) => photos.map(({ id }) => id))
    if (!(await saving.save(() => queue.enter('estimate', { lines: sent }, photoIds, form.rev())))) return
    form.saved(lines)
    setShowsErrors(false)
  }
  return (
    <Section title={t(labelsOf(order, isCorrection).title)}>
      <Stack ref={frame} sx={{ gap: 2 }}>
        <DraftElsewhereNotice draft={draft} isEdit />
        <LinesEditor
          queue={queue}
          order={order}
          services={services}
          lines={lines}
          showsErrors={showsErrors}
          onChange={form.change}
          onPreparing={(step, wasRefused) => {
            setPreparing(step)
            if (wasRefused) setRefused(true)
          }}
        />
        {showsErrors && isZeroTotal(lines) && (
          <ErrorAlert message={textOf({ lines: ['no_price'] }, 'lines') ?? ''} />
        )}
        <ShopSaveNote
          saving={saving}
          preparing={ready.isWaiting ? preparing[0] : undefined}
          files={lines.flatMap(({ photos }) => photos)}
        />
        <Button
          variant="contained"
          size="large"
          disabled={lines.length === 0}
          loading={ready.isWaiting || saving.isSaving}
          onClick={() => {
            setRefused(false)
            ready.request()
          }}
        >
          {t(labelsOf(order, isCorrection).send)}
        </Button>
      </Stack>
      <UnusualTotalDialog
        last={doubtfulTotal}
        kind="estimate"
        next={totals.subTotal}
        onConfirm={() => void send()}
        onCancel={() => setDoubtfulTotal(null)}
      />
    </Section>
  )
}

type DraftOptions = Pick<ClaimedFormProps, 'order' | 'ops' | 'draft' | 'early'>

/** The lines of the form. Until the user types, they follow the waiting operations and the server. */
function useEstimateDraft({ order, ops, draft, early }: DraftOptions) {
  const [initial] = useState<EstimateDraft>(() => early ?? { lines: toDraft(order, ops) })
  const form = useFormState<EstimateDraft>({
    slot: draft.slot,
    initial,
    parse: parseEstimate,
    storesInitial: true,
    hasInput: ({ lines }) => !isSameEstimate(lines, initial.lines),
  })
  const { draft: value, draftNow, write, discard, saved } = form
  const isTouched = useRef(form.restoredAt !== undefined || early !== undefined)
  const known = useMemo(() => toDraft(order, ops), [order, ops])
  useEffect(() => {
    const isSame = isSameEstimate(known, value.lines)
    // A draft of lines that were already sent, left by a page that closed before deleting it.
    if (isSame) isTouched.current = false
    else if (!isTouched.current) discard({ lines: withKeysOf(value.lines, known) })
  }, [known, value, discard])
  return {
    lines: value.lines,
    /**
     * Revision of the order on which the lines are based (APR-072). After a rejection for a newer estimate the page shows
     * that estimate, so sending again is based on it.
     */
    rev: () => (isTouched.current && !isOutdated(ops) ? value.rev : undefined) ?? order.rev,
    change(step: (lines: readonly DraftLine[]) => DraftLine[]) {
      const isFirst = !isTouched.current
      isTouched.current = true
      write(({ lines, rev }) => ({ lines: step(lines), rev: revOnChange(order, { isFirst, rev }) }))
    },
    /** After the save, unless other lines were typed while it ran. */
    saved(sent: readonly DraftLine[]) {
      if (!isSameEstimate(draftNow().lines, sent)) return
      isTouched.current = false
      saved()
    },
  }
}

/** Returns the texts of an estimate, a corrected one, or a corrected final bill. */
function labelsOf({ has_final_bill }: ShopOrder, isCorrection: boolean) {
  if (!isCorrection) return { title: 'shop-link:estimate.title', send: 'shop-link:estimate.send' } as const
  return has_final_bill
    ? ({ title: 'shop-link:estimate.correctBill', send: 'shop-link:estimate.sendBillAgain' } as const)
    : ({ title: 'shop-link:estimate.correct', send: 'shop-link:estimate.sendAgain' } as const)
}
