import { useRef, useState } from 'react'
import type { CurrentUser } from '#contract/access/session.ts'
import type { ServiceDefinition } from '#contract/catalog/services.ts'
import type { ManualHistory } from '#contract/maintenance/history-record.ts'
import type { FieldCodes } from '#domain/core/file-rules.ts'
import { useCreateEntry } from '#src/forms/useCreateEntry.ts'
import type { FormState } from '#src/forms/useFormState.ts'
import { useLateSave } from '#src/forms/useLateSave.ts'
import { whenSettled } from '#src/forms/when-settled.ts'
import { deleteDraftFiles } from '#src/lib/drafts/draft-files.ts'
import { addRecents } from '#src/lib/recents.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import type { Saved } from '#src/offline/model/api/outbox-api.ts'
import type { BaseRevision, Command, NewFile } from '#src/offline/model/command.ts'
import { Invalid } from '#src/offline/model/errors.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { type HistoryDraft, type SavedHistory, withoutEmptyRows } from '../history-draft.ts'
import { checkDraft } from './history-problems.ts'
import type { InvoiceFiles } from './useInvoiceFiles.ts'

interface SaveHistoryOptions {
  form: FormState<HistoryDraft>
  invoices: InvoiceFiles
  storedNames: readonly string[]
  /** The entry to edit; null: a new one. */
  localRow: LocalRow<ManualHistory> | null
  services: ReadonlyMap<number, Pick<ServiceDefinition, 'positions'>>
  /** Shows error codes, and moves the focus to the first invalid field. */
  showErrors: (codes: FieldCodes) => void
  confirmReading: (value: HistoryDraft) => boolean | Promise<boolean>
  onSaved: (saved: SavedHistory) => void
}

/** Validates the form and puts the entry into the outbox. */
export function useSaveHistory(options: SaveHistoryOptions) {
  const { form, invoices, storedNames, localRow, services, showErrors, confirmReading, onSaved } = options
  const { outbox } = useOffline()
  const { user, fleet } = useSession()
  const { create, mayBeSaved } = useCreateEntry()
  const [failure, setFailure] = useState<unknown>()
  const [isSaving, setSaving] = useState(false)
  // A second tap can arrive before the next render.
  const isRunning = useRef(false)

  const contentOf = (value: HistoryDraft) => JSON.stringify([value, idsOf(invoices.files)])
  const followLate = useLateSave({
    content: contentOf(form.draft),
    isSaving: () => isRunning.current,
    onSaved: (saved) => leave(saved, form.draft, idsOf(invoices.files)),
    onFailure: setFailure,
  })

  async function save() {
    if (isRunning.current) return
    const value = { ...form.draft, services: withoutEmptyRows(form.draft.services) }
    form.change({ services: value.services })
    setFailure(undefined)
    const fileNames = [...storedNames, ...invoices.files.map((file) => file.file_name)]
    const check = checkDraft(value, { country: fleet.country, services, fileNames, now: new Date() })
    if (!check.ok) return showErrors(check.codes)
    form.accept({})
    isRunning.current = true
    if (!(await confirmReading(value))) {
      isRunning.current = false
      return
    }
    setSaving(true)
    try {
      const files = invoices.files.map(toNewFile)
      const command = commandOf(value, localRow, check.payload, files)
      await leave(
        await (command.kind === 'history.create' ? create(command) : outbox.enqueue(command)),
        value,
        idsOf(files),
      )
    } catch (error) {
      // Nothing was stored: the form stays open and shows the reason (docs/offline.md row 9).
      if (error instanceof Invalid) showErrors(error.fields)
      else setFailure(error)
      followLate(error, contentOf(value))
    } finally {
      setSaving(false)
      isRunning.current = false
    }
  }

  /** Runs only after the commit. */
  async function leave({ opId, entityId }: Saved, value: HistoryDraft, fileIds: readonly string[]) {
    isRunning.current = true
    setFailure(undefined)
    form.saved()
    // Not awaited: the entry is stored even if storage is slow.
    void deleteDraftFiles(fileIds)
    remember(user, value)
    onSaved({ opId, entityId, settled: await whenSettled(outbox, opId) })
  }

  return {
    save,
    isSaving,
    failure,
    /** Whether this form may have saved the entry itself. */
    isOwn: () => isRunning.current || mayBeSaved(),
  }
}

const idsOf = (files: readonly { id: string }[]) => files.map(({ id }) => id)

function remember(user: CurrentUser, value: HistoryDraft): void {
  const owner = { fleetId: user.fleet_id, userId: user.id }
  const ids = value.services.flatMap((row) => row.service_definition_id ?? [])
  addRecents({ ...owner, kind: 'service' }, ids)
  addRecents({ ...owner, kind: 'vehicle' }, value.vehicle_id === null ? [] : [value.vehicle_id])
  addRecents({ ...owner, kind: 'shop' }, value.shop_id === null ? [] : [value.shop_id])
}

function toNewFile(file: {
  id: string
  file_name: string
  content_type: NewFile['type']
  bytes: ArrayBuffer
}): NewFile {
  return { id: file.id, name: file.file_name, type: file.content_type, bytes: file.bytes }
}

function commandOf(
  value: HistoryDraft,
  localRow: LocalRow<ManualHistory> | null,
  payload: Extract<Command, { kind: 'history.create' }>['payload'],
  files: NewFile[],
): Extract<Command, { kind: 'history.create' | 'history.update' }> {
  const shown = value.shop_place && { shown: { shop: { name: value.shop_name, ...value.shop_place } } }
  if (!localRow) return { kind: 'history.create', id: value.id, payload, files, ...shown }
  // The base revision is what the user saw when the draft began, so that the server can detect later changes.
  const basis = (value.basis as BaseRevision | null) ?? localRow.basis
  const removedFileIds = value.stored.filter((invoice) => invoice.isRemoved).map((invoice) => invoice.id)
  return {
    kind: 'history.update',
    id: localRow.row.id,
    basis,
    payload,
    files,
    removedFileIds,
    ...shown,
  }
}
