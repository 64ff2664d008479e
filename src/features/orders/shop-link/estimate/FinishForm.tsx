import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { Fragment, useState } from 'react'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { ShopOrder } from '#contract/orders/shop-links.ts'
import { INVOICE_MAX_COUNT, INVOICE_NUMBER_MAX, ODOMETER_MAX } from '#domain/core/limits.ts'
import { wholeNumber } from '#domain/core/numbers.ts'
import { isUnlikelyTotal } from '#domain/orders/shop-prices.ts'
import { ShopFiles } from '#src/features/orders/shop-link/ShopFiles.tsx'
import { ShopSaveNote } from '#src/features/orders/shop-link/ShopSaveNote.tsx'
import { useShopFiles } from '#src/features/orders/shop-link/useShopFiles.ts'
import type { ShopLineHandle } from '#src/features/orders/shop-link/useShopLine.ts'
import { useShopSave } from '#src/features/orders/shop-link/useShopSave.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useDraft } from '#src/lib/drafts/useDraft.ts'
import { type OwnDraft, useDraftClaim } from '#src/lib/drafts/useDraftClaim.ts'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { useSaveWhenReady } from '#src/ui/draft/useSaveWhenReady.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { FilePicker } from '#src/ui/file/FilePicker.tsx'
import { PreparingFile } from '#src/ui/file/PreparingFile.tsx'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import {
  type FinishDraft,
  isSameEstimate,
  lineErrors,
  needsNewApproval,
  parseFinish,
  toDraft,
  toFinalLines,
  totalsOf,
} from './estimate-draft.ts'
import { FinalLines } from './FinalLines.tsx'
import { positionsIn } from './LinesEditor.tsx'
import { shopDraft } from './shop-draft.ts'
import { UnusualTotalDialog } from './UnusualTotalDialog.tsx'

interface FinishFormProps {
  line: ShopLineHandle
  order: ShopOrder
  services: readonly ServiceDefinition[]
  /** Whether the form completes the work. Otherwise it only adds the invoice. */
  completes: boolean
}

/** The end of the work: final prices, odometer and invoice. An invoice may follow later while the link is valid. */
export function FinishForm(props: FinishFormProps) {
  const draft = useDraftClaim(shopDraft('finish', props.order.id))
  if (!draft) return null
  return (
    <Fragment key={draft.slot.form}>
      <ClaimedForm {...props} draft={draft} />
    </Fragment>
  )
}

function ClaimedForm({ line, order, services, completes, draft }: FinishFormProps & { draft: OwnDraft }) {
  const t = useTexts('shop-link')
  const textOf = useFieldTexts()
  const [initial] = useState<FinishDraft>({
    ...{ odometer: '', number: order.invoice_number ?? '', files: [], lines: null },
  })
  const form = useDraft<FinishDraft>({ slot: draft.slot, initial, parse: parseFinish })
  const { odometer, number, files, lines } = form.value
  const saving = useShopSave()
  const [showsErrors, setShowsErrors] = useState(false)
  const { take, trouble, preparing } = useShopFiles(line)
  const add = (chosen: File[]) =>
    take(chosen, INVOICE_MAX_COUNT - files.length, (file) =>
      form.change((before) => ({ ...before, files: [...before.files, file] })),
    )
  const invoiceNumber = number.trim() ? { invoice_number: number.trim() } : {}
  const reading = wholeNumber(odometer)
  const isReadingWrong = reading !== undefined && !(reading <= ODOMETER_MAX)
  const isChanged = completes && lines !== null && !isSameEstimate(lines, toDraft(order, []))
  /** The fleet must approve again before the work can be completed. */
  const isHigher = isChanged && needsNewApproval(lines, order)

  /** The approved subtotal, while the shop confirms that the final one is intended. */
  const [askedAbout, setAskedAbout] = useState<string | null>(null)
  const { subTotal } = totalsOf(lines ?? [], order.tax_percent)

  async function hand() {
    setShowsErrors(true)
    const isWrong = isChanged && lineErrors(lines, positionsIn(services)).some((fault) => fault !== null)
    if (completes && (isReadingWrong || isWrong || lines?.length === 0)) return
    if (isChanged && isUnlikelyTotal(order.pre_tax_sub_total, subTotal))
      setAskedAbout(order.pre_tax_sub_total)
    else await send()
  }
  async function send() {
    setAskedAbout(null)
    if (!(await saving.save(isHigher ? askAgain : finish))) return
    // Keeps the other input, which the completion needs once the fleet has approved.
    if (isHigher) form.change({ lines: null })
    else {
      form.saved()
      form.discard({ ...form.value, files: [], lines: null })
    }
    setShowsErrors(false)
  }
  const askAgain = () => line.enter('complete', { lines: toFinalLines(lines ?? []) }, [])
  async function finish() {
    if (completes)
      await line.enter(
        'complete',
        {
          ...invoiceNumber,
          ...(reading !== undefined && { odometer: reading }),
          ...(isChanged && { lines: toFinalLines(lines) }),
        },
        [],
      )
    if (files.length > 0)
      await line.enter(
        'invoice',
        { ...invoiceNumber, documents: files },
        files.map(({ id }) => id),
      )
  }
  const ready = useSaveWhenReady({ preparing, hasTrouble: trouble !== '', save: hand })
  return (
    <Section title={t(completes ? 'shop-link:finish.title' : 'shop-link:finish.invoice')}>
      <Stack sx={{ gap: 2 }}>
        <DraftElsewhereNotice draft={draft} isEdit />
        {order.invoices.map((invoice) => (
          <AlertBox
            key={invoice.id}
            type={invoice.state === 'stored' ? 'success' : 'default'}
            title={invoice.file_name}
            message={t(`shop-link:finish.${invoice.state}`)}
          />
        ))}
        {completes && (
          <FinalLines
            line={line}
            order={order}
            services={services}
            lines={lines}
            showsErrors={showsErrors}
            onChange={(next) => form.change((before) => ({ ...before, lines: next(before.lines) }))}
          />
        )}
        {completes && (
          <NumberInput
            label={t('shop-link:finish.odometer')}
            unit={order.odometer_units}
            value={odometer}
            onChange={(value) => form.change({ odometer: value })}
            error={showsErrors && isReadingWrong ? textOf({ odometer: ['odometer'] }, 'odometer') : undefined}
          />
        )}
        <TextInput
          label={t('shop-link:finish.number')}
          value={number}
          onChange={(value) => form.change({ number: value })}
          maxLength={INVOICE_NUMBER_MAX}
          autoComplete="off"
        />
        <ShopFiles
          line={line}
          files={files}
          onRemove={(id) =>
            form.change((before) => ({ ...before, files: before.files.filter((file) => file.id !== id) }))
          }
        />
        {preparing !== undefined && <PreparingFile fileName={preparing} />}
        {trouble && <AlertBox type="error" message={trouble} />}
        <FilePicker
          multiple
          onPhotos={(chosen) => void add(chosen)}
          onFiles={(chosen) => void add(chosen)}
          disabledReason={
            (preparing !== undefined && t('shop-link:file.busy')) ||
            (files.length >= INVOICE_MAX_COUNT && t('shop-link:file.full'))
          }
        />
        <ShopSaveNote saving={saving} preparing={ready.isWaiting ? preparing : undefined} />
        <Button
          variant="contained"
          size="large"
          disabled={!completes && files.length === 0 && preparing === undefined}
          loading={ready.isWaiting || saving.isSaving}
          onClick={ready.request}
        >
          {t(labelOf(completes, isHigher))}
        </Button>
      </Stack>
      <UnusualTotalDialog
        last={askedAbout}
        kind="approved"
        next={subTotal}
        onConfirm={() => void send()}
        onCancel={() => setAskedAbout(null)}
      />
    </Section>
  )
}

function labelOf(completes: boolean, isHigher: boolean) {
  if (isHigher) return 'shop-link:finish.askAgain'
  return completes ? 'shop-link:finish.complete' : 'shop-link:finish.send'
}
