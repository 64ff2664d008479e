import { useMutation } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { localToday } from '#domain/core/days.ts'
import { usePartText } from '#src/features/home/outbox/conflict/usePartText.ts'
import { useEntryText } from '#src/features/home/outbox/entries/useEntryText.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { EntryExport } from '#src/offline/model/api/outbox-api.ts'
import { PARTS, type PartName } from '#src/offline/model/merge/differences.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { downloadZip, zipOf } from './export-zip.ts'

/** An entry's row, parsed loosely because it may be damaged. */
const Row = z.object({
  kind: z.catch(z.string(), 'unknown'),
  vehicleId: z.catch(z.int(), 0),
  occurredAt: z.catch(z.number(), 0),
  payload: z.optional(z.unknown()),
})
const Payload = z.object({ fields: z.record(z.string(), z.unknown()) })

/** What to export: some operations of this fleet, all of them, or all that the user left in another fleet. */
type Wanted = readonly string[] | 'all' | { tenantId: number }

/** Saves a copy of waiting entries to the device's downloads: 'Save a copy' (docs/offline.md rows 13 and 32). */
export function useExport() {
  const t = useTexts('outbox')
  const textOf = useExportText()
  const toast = useToast()
  const { outbox, exportFromOtherFleet } = useOffline()
  return useMutation({
    mutationFn: async (wanted: Wanted) => {
      const copy = await (typeof wanted === 'object' && 'tenantId' in wanted
        ? exportFromOtherFleet(wanted.tenantId)
        : outbox.exportEntries(wanted))
      if (!copy) throw new Error('There is nothing to copy')
      downloadZip(await zipOf(copy, textOf(copy)), localToday())
    },
    onSuccess: () => toast('success', t('outbox:export.done')),
    onError: () => toast('danger', t('outbox:export.failed')),
  })
}

function useExportText(): (copy: EntryExport) => string {
  const t = useTexts('outbox')
  const format = useFormat()
  const textOf = useEntryText()
  const { labelOf, linesOfPart } = usePartText()

  function entryText(row: unknown): string[] {
    const entry = z.safeParse(Row, row).data ?? { kind: 'unknown', vehicleId: 0, occurredAt: 0 }
    if (entry.kind === 'file.put') return []
    const kind = (entry.kind.includes('.') ? entry.kind : 'unknown') as Parameters<typeof textOf>[0]['kind']
    const text = textOf({ kind, vehicleId: entry.vehicleId, payload: entry.payload })
    const fields = z.safeParse(Payload, entry.payload).data?.fields ?? {}
    const lines = (Object.keys(PARTS) as PartName[]).flatMap((name) => {
      const values = linesOfPart(name, fields)
      return values.map((value) => t('outbox:export.line', { label: labelOf(name), value }))
    })
    const savedAt =
      entry.occurredAt > 0 ? [t('outbox:export.savedAt', { time: format.asOf(entry.occurredAt) })] : []
    return [text.title, text.vehicle, ...lines, ...savedAt, '']
  }

  return ({ rows, files }) => {
    const names = files.map(({ name, isSound }) =>
      isSound === false ? t('outbox:export.damagedFile', { name }) : name,
    )
    const fileLines = names.length > 0 ? [t('outbox:export.files'), ...names] : []
    return [t('outbox:export.title'), '', ...rows.flatMap(entryText), ...fileLines, ''].join('\r\n')
  }
}
