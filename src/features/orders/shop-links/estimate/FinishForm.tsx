import Button from '@mui/material/Button'
import { Fragment } from 'react'
import { INVOICE_MAX_COUNT, INVOICE_NUMBER_MAX } from '#domain/core/limits.ts'
import { ShopFiles } from '#src/features/orders/shop-links/ShopFiles.tsx'
import { ShopSaveNote } from '#src/features/orders/shop-links/ShopSaveNote.tsx'
import { useShopFiles } from '#src/features/orders/shop-links/useShopFiles.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { type OwnDraft, useDraftClaim } from '#src/lib/drafts/useDraftClaim.ts'
import type { ShopQueue } from '#src/offline/shop/shop-queue.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { FilePicker } from '#src/ui/file/FilePicker.tsx'
import { THUMB_SIZE } from '#src/ui/file/FileThumb.tsx'
import { PreparingFile } from '#src/ui/file/PreparingFile.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { Section } from '#src/ui/layout/Section.tsx'
import { revOnChange } from './estimate-draft.ts'
import { FinalLines } from './FinalLines.tsx'
import { ConfirmReadingDialog, FinishOdometer } from './FinishOdometer.tsx'
import { shopDraft } from './shop-draft.ts'
import { UnusualTotalDialog } from './UnusualTotalDialog.tsx'
import { type FinishFormProps, useFinishForm } from './useFinishForm.ts'

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

function ClaimedForm({ draft, ...props }: FinishFormProps & { draft: OwnDraft }) {
  const { queue, order, services, completes } = props
  const t = useTexts('shop-link')
  const textOf = useFieldTexts()
  const files = useShopFiles(queue)
  const form = useFinishForm({ ...props, draft, files })
  const { value, isHigher, isReadingWrong, ready, saving } = form
  const error =
    form.showsErrors && isReadingWrong ? textOf({ odometer: ['odometer'] }, 'odometer') : undefined
  return (
    <Section title={t(completes ? 'shop-link:finish.title' : 'shop-link:finish.invoice')}>
      <Stack ref={form.frame} sx={{ gap: 2 }}>
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
            queue={queue}
            order={order}
            services={services}
            lines={value.lines}
            showsErrors={form.showsErrors}
            onChange={(next) =>
              form.write((before) => ({
                ...before,
                lines: next(before.lines),
                rev: revOnChange(order, { isFirst: before.lines === null, rev: before.rev }),
              }))
            }
          />
        )}
        {completes && (
          <FinishOdometer
            order={order}
            value={value.odometer}
            onChange={(value) => form.change({ odometer: value })}
            error={error}
          />
        )}
        <InvoiceFields queue={queue} form={form} files={files} />
        <ShopSaveNote
          saving={saving}
          preparing={ready.isWaiting ? files.preparing : undefined}
          files={value.files}
        />
        <Button
          variant="contained"
          size="large"
          disabled={!completes && value.files.length === 0 && files.preparing === undefined}
          loading={ready.isWaiting || saving.isSaving}
          onClick={ready.request}
        >
          {t(labelOf(completes, isHigher))}
        </Button>
      </Stack>
      <ConfirmReadingDialog
        open={form.isConfirmingReading}
        order={order}
        odometer={value.odometer}
        onConfirm={() => void form.confirmReading()}
        onCancel={form.cancel}
      />
      <UnusualTotalDialog
        last={form.doubtfulTotal}
        kind="approved"
        next={form.subTotal}
        onConfirm={() => void form.send()}
        onCancel={form.cancel}
      />
    </Section>
  )
}

interface InvoiceFieldsProps {
  queue: ShopQueue
  form: ReturnType<typeof useFinishForm>
  files: ReturnType<typeof useShopFiles>
}

function InvoiceFields({ queue, form, files: { take, trouble, preparing } }: InvoiceFieldsProps) {
  const t = useTexts('shop-link')
  const { files } = form.value
  const add = (chosen: File[]) =>
    take(chosen, INVOICE_MAX_COUNT - files.length, (file) =>
      form.write((before) => ({ ...before, files: [...before.files, file] })),
    )
  return (
    <>
      <TextInput
        label={t('shop-link:finish.number')}
        value={form.value.number}
        onChange={(value) => form.change({ number: value })}
        maxLength={INVOICE_NUMBER_MAX}
        autoComplete="off"
      />
      <ShopFiles
        queue={queue}
        files={files}
        onRemove={(id) =>
          form.write((before) => ({ ...before, files: before.files.filter((file) => file.id !== id) }))
        }
      />
      {preparing !== undefined && <PreparingFile fileName={preparing} height={THUMB_SIZE} />}
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
    </>
  )
}

function labelOf(completes: boolean, isHigher: boolean) {
  if (isHigher) return 'shop-link:finish.askAgain'
  return completes ? 'shop-link:finish.complete' : 'shop-link:finish.send'
}
