import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import { useState } from 'react'
import type { ManifestLine } from '#contract/core/documents.ts'
import { INVOICE_MAX_COUNT, INVOICE_NUMBER_MAX, ODOMETER_MAX } from '#contract/core/limits.ts'
import { wholeNumber } from '#contract/core/numbers.ts'
import type { ShopOrder } from '#contract/orders/shop-links.ts'
import { useFieldTexts } from '#src/i18n/useFieldTexts.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { SavingNote } from '#src/ui/feedback/SavingNote.tsx'
import { FilePicker } from '#src/ui/file/FilePicker.tsx'
import { PreparingFile } from '#src/ui/file/PreparingFile.tsx'
import { NumberInput } from '#src/ui/form/NumberInput.tsx'
import { TextInput } from '#src/ui/form/TextInput.tsx'
import { useSaveWhenReady } from '#src/ui/form/useSaveWhenReady.ts'
import { Section } from '#src/ui/layout/Section.tsx'
import { ShopFiles } from './ShopFiles.tsx'
import { useShopFiles } from './useShopFiles.ts'
import type { ShopLineHandle } from './useShopLine.ts'

interface FinishFormProps {
  line: ShopLineHandle
  order: ShopOrder
  /** The work is yet to be called done; else only its invoice is asked for. */
  completes: boolean
}

/** The end of the work: odometer and invoice. An invoice may come later too, as long as the link works. */
export function FinishForm({ line, order, completes }: FinishFormProps) {
  const t = useTexts('shop-link')
  const textOf = useFieldTexts()
  const [odometer, setOdometer] = useState('')
  const [number, setNumber] = useState(order.invoice_number ?? '')
  const [showsFaults, setShowsFaults] = useState(false)
  const [files, setFiles] = useState<ManifestLine[]>([])
  const { take, trouble, preparing } = useShopFiles(line)
  const add = (chosen: File[]) =>
    take(chosen, INVOICE_MAX_COUNT - files.length, (file) => setFiles((known) => [...known, file]))
  const invoiceNumber = number.trim() ? { invoice_number: number.trim() } : {}

  const reading = wholeNumber(odometer)
  const isReadingWrong = reading !== undefined && !(reading <= ODOMETER_MAX)

  async function hand() {
    setShowsFaults(true)
    if (completes && isReadingWrong) return
    if (completes)
      await line.enter(
        'complete',
        { ...invoiceNumber, ...(reading !== undefined && { odometer: reading }) },
        [],
      )
    if (files.length > 0) {
      const ids = files.map(({ id }) => id)
      setFiles([])
      await line.enter('invoice', { ...invoiceNumber, documents: files }, ids)
    }
  }
  const ready = useSaveWhenReady({ preparing, hasTrouble: trouble !== '', save: hand })
  return (
    <Section title={t(completes ? 'shop-link:finish.title' : 'shop-link:finish.invoice')}>
      <Stack sx={{ gap: 2 }}>
        {order.invoices.map((invoice) => (
          <AlertBox
            key={invoice.id}
            type={invoice.state === 'stored' ? 'success' : 'default'}
            title={invoice.file_name}
            message={t(`shop-link:finish.${invoice.state}`)}
          />
        ))}
        {completes && (
          <NumberInput
            label={t('shop-link:finish.odometer')}
            unit={order.odometer_units}
            value={odometer}
            onChange={setOdometer}
            error={showsFaults && isReadingWrong ? textOf({ odometer: ['odometer'] }, 'odometer') : undefined}
          />
        )}
        <TextInput
          label={t('shop-link:finish.number')}
          value={number}
          onChange={setNumber}
          maxLength={INVOICE_NUMBER_MAX}
          autoComplete="off"
        />
        <ShopFiles
          line={line}
          files={files}
          onRemove={(id) => setFiles((known) => known.filter((file) => file.id !== id))}
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
        <SavingNote isSaving={false} preparing={ready.isWaiting ? preparing : undefined} />
        <Button
          variant="contained"
          size="large"
          disabled={!completes && files.length === 0 && preparing === undefined}
          loading={ready.isWaiting}
          onClick={ready.request}
        >
          {t(completes ? 'shop-link:finish.complete' : 'shop-link:finish.send')}
        </Button>
      </Stack>
    </Section>
  )
}
