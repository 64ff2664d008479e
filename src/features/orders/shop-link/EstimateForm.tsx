import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useEffect, useRef, useState } from 'react'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import { SERVICE_ROWS_MAX } from '#contract/core/limits.ts'
import type { ShopOrder } from '#contract/orders/shop-links.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { currentLanguage } from '#src/i18n/i18n.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { ShopOp } from '#src/offline/shop/shop-db.ts'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { SavingNote } from '#src/ui/feedback/SavingNote.tsx'
import { AutocompleteInput } from '#src/ui/form/AutocompleteInput.tsx'
import { useSaveWhenReady } from '#src/ui/form/useSaveWhenReady.ts'
import { Section } from '#src/ui/layout/Section.tsx'
import { EstimateLineFields } from './EstimateLineFields.tsx'
import {
  type DraftLine,
  emptyLine,
  farFromLast,
  faultsOf,
  sumsOf,
  toDraft,
  toLines,
} from './estimate-draft.ts'
import type { ShopLineHandle } from './useShopLine.ts'

interface EstimateFormProps {
  line: ShopLineHandle
  order: ShopOrder
  ops: readonly ShopOp[]
  services: readonly ServiceDefinition[]
  /** One is with the fleet already: this one takes its place. */
  isCorrection: boolean
}

/** The estimate: services, prices, notes, photos. What is typed is kept at once; tax and total are the server's in the end. */
export function EstimateForm({ line, order, ops, services, isCorrection }: EstimateFormProps) {
  const t = useTexts('shop-link')
  const format = useFormat()
  const [draft, setDraft] = useState<DraftLine[] | null>(null)
  // What a photo is added to once it is prepared: what was typed meanwhile must stay.
  const latest = useRef<DraftLine[]>([])
  const [showsFaults, setShowsFaults] = useState(false)
  /** Subtotal of the last estimate, while the shop is asked whether the new one is meant. */
  const [askedAbout, setAskedAbout] = useState<string | null>(null)
  // A photo was refused since Save was pressed.
  const [isRefused, setRefused] = useState(false)
  const [preparing, setPreparing] = useState<readonly string[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; what arrives later must not write over what is typed
  useEffect(() => {
    void line.readDraft().then((kept) => {
      latest.current = toDraft(order, ops, kept)
      setDraft(latest.current)
    })
  }, [line])
  const serviceOf = (id: number) => services.find((service) => service.id === id)
  const positionsOf = (id: number) => serviceOf(id)?.positions ?? []
  const ready = useSaveWhenReady({ preparing: preparing[0], hasTrouble: isRefused, save: submit })
  if (!draft) return null

  const nameOf = (service: ServiceDefinition) =>
    currentLanguage() === 'fr' ? service.name_fr : service.name_en
  const lineName = (id: number) => {
    const known = serviceOf(id)
    const there = order.lines.find((one) => one.service_definition_id === id)
    return known ? nameOf(known) : currentLanguage() === 'fr' ? there?.name_fr : there?.name_en
  }
  const faults = faultsOf(draft, positionsOf)
  const sums = sumsOf(draft, order.tax_percent)

  function change(step: (lines: DraftLine[]) => DraftLine[]) {
    latest.current = step(latest.current)
    setDraft(latest.current)
    void line.writeDraft(latest.current)
  }
  function submit() {
    setShowsFaults(true)
    const now = latest.current
    const isWrong = faultsOf(now, positionsOf).some((fault) => fault !== null)
    if (now.length === 0 || isWrong) return
    const last = isCorrection ? farFromLast(now, order, ops) : null
    if (last === null) send(now)
    else setAskedAbout(last)
  }
  function send(sent: readonly DraftLine[]) {
    setAskedAbout(null)
    const lines = toLines(sent)
    void line.enter(
      'estimate',
      { lines },
      lines.flatMap(({ photos }) => photos.map(({ id }) => id)),
    )
    setShowsFaults(false)
  }
  return (
    <Section title={t(isCorrection ? 'shop-link:estimate.correct' : 'shop-link:estimate.title')}>
      <Stack sx={{ gap: 2 }}>
        {draft.map((one, n) => (
          <EstimateLineFields
            // biome-ignore lint/suspicious/noArrayIndexKey: two lines may be equal while they are typed
            key={n}
            files={line}
            name={lineName(one.service_definition_id) ?? t('shop-link:estimate.unknown')}
            positions={serviceOf(one.service_definition_id)?.positions ?? []}
            value={one}
            fault={showsFaults ? (faults[n] ?? null) : null}
            onChange={(step) =>
              change((lines) => lines.map((before, m) => (m === n ? step(before) : before)))
            }
            onPreparing={(step, isRefused) => {
              setPreparing(step)
              if (isRefused) setRefused(true)
            }}
            onRemove={() => change((lines) => lines.toSpliced(n, 1))}
          />
        ))}
        {draft.length < SERVICE_ROWS_MAX ? (
          <AutocompleteInput
            key={draft.length}
            label={t('shop-link:estimate.add')}
            options={services}
            value={null}
            onChange={(service) => service && change((lines) => [...lines, emptyLine(service.id)])}
            getKey={({ id }) => String(id)}
            getLabel={nameOf}
          />
        ) : (
          <Typography>{t('shop-link:estimate.full')}</Typography>
        )}
        <Typography sx={{ textAlign: 'end' }} aria-live="polite">
          {t('shop-link:estimate.sum', {
            subTotal: format.money(sums.subTotal),
            tax: format.money(sums.tax),
            total: format.money(sums.total),
          })}
        </Typography>
        <SavingNote isSaving={false} preparing={ready.isWaiting ? preparing[0] : undefined} />
        <Button
          variant="contained"
          size="large"
          disabled={draft.length === 0}
          loading={ready.isWaiting}
          onClick={() => {
            setRefused(false)
            ready.request()
          }}
        >
          {t(isCorrection ? 'shop-link:estimate.sendAgain' : 'shop-link:estimate.send')}
        </Button>
      </Stack>
      <ConfirmDialog
        open={askedAbout !== null}
        title={t('shop-link:estimate.far.title')}
        message={t('shop-link:estimate.far.message', {
          last: format.money(askedAbout ?? '0'),
          next: format.money(sums.subTotal),
        })}
        cancelLabel={t('shop-link:estimate.far.back')}
        confirmLabel={t('shop-link:estimate.far.send', { next: format.money(sums.subTotal) })}
        onConfirm={() => send(draft)}
        onCancel={() => setAskedAbout(null)}
      />
    </Section>
  )
}
