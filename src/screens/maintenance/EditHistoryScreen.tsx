import Delete from '@mui/icons-material/DeleteOutlined'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useParams, useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import type { ManualHistory } from '#contract/maintenance/history-record.ts'
import { isUnreachable, toFailure } from '#src/api/failure.ts'
import { HistoryForm } from '#src/features/maintenance/history/HistoryForm.tsx'
import { historyQuery } from '#src/features/maintenance/history/history.queries.ts'
import { toDraft } from '#src/features/maintenance/history/history-draft.ts'
import { useDeleteHistory } from '#src/features/maintenance/history/useDeleteHistory.ts'
import { useHistoryForm } from '#src/features/maintenance/history/useHistoryForm.ts'
import { useShopChoices } from '#src/features/maintenance/history/useShopChoices.ts'
import { useFormChoices } from '#src/features/vehicles/picker/useFormChoices.ts'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useHasUnsavedTyping } from '#src/forms/unsaved-typing.ts'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { DraftSlot } from '#src/lib/drafts/draft-storage.ts'
import { useLive } from '#src/local-data/useLive.ts'
import { useLoadedAt, useLocalRows } from '#src/local-data/useLocalRows.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import type { LocalRow } from '#src/offline/model/api/cache-api.ts'
import type { Trouble, WaitingEntry } from '#src/offline/model/api/outbox-api.ts'
import { useSession } from '#src/session/SessionProvider.tsx'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { ConfirmDialog } from '#src/ui/dialog/ConfirmDialog.tsx'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { EmptyState } from '#src/ui/feedback/EmptyState.tsx'
import { ErrorPanel } from '#src/ui/feedback/ErrorPanel.tsx'
import { SkeletonList } from '#src/ui/feedback/SkeletonList.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { Page } from '#src/ui/layout/Page.tsx'
import { useLeaveSaved } from './useLeaveSaved.ts'

/** /maintenance_history/:id: edit or delete a manual entry (MHX-002). */
export function EditHistoryScreen() {
  const t = useTexts('history')
  const historyId = useParams({ strict: false }).historyId ?? ''
  const entry = useEntry(historyId)
  const entries = useLive(useOffline().outbox.entries)
  if (entry.state === 'loading' || !entries)
    return (
      <Page title={t('history:editTitle')} width="reading">
        <SkeletonList rows={8} />
      </Page>
    )
  if (entry.state === 'missing')
    return (
      <Page title={t('history:editTitle')} width="reading">
        <Missing error={entry.error} onRetry={entry.retry} />
      </Page>
    )
  const { localRow } = entry
  // Includes an entry that was refused while its form was open.
  const refused = entries.find((entry) => entry.entityId === historyId && isRefused(entry))
  return <Edit key={`${historyId} ${localRow.row.rev}`} localRow={localRow} refused={refused} />
}

type Entry =
  | { state: 'loading' }
  | { state: 'missing'; error: unknown; retry: () => void }
  | { state: 'there'; localRow: LocalRow<ManualHistory> }

/**
 * Loads the entry from the local copy at once, and from the server if that is newer (MHX-052). A form with typed text
 * keeps the state that it opened with.
 */
function useEntry(historyId: string): Entry {
  const own = useLocalRows(['entry', historyId], (cache) => cache.history(historyId))
  const loadedAt = useLoadedAt()
  const [opened, setOpened] = useState<{ id: string; localRow: LocalRow<ManualHistory> }>()
  const { data, error, refetch } = useQuery({
    ...historyQuery(historyId),
    enabled: own !== undefined || loadedAt !== undefined,
  })
  const isTyped = useHasUnsavedTyping()
  const isServerAhead = data !== undefined && (!own || (own.waiting === null && own.row.rev < data.rev))
  const fresh: LocalRow<ManualHistory> | undefined = isServerAhead
    ? { row: data, waiting: null, basis: { rev: data.rev, opId: null, seen: data } }
    : own
  const isOutdated = !isTyped && fresh?.waiting === null && (opened?.localRow.row.rev ?? 0) < fresh.row.rev
  if (fresh && (opened?.id !== historyId || isOutdated)) setOpened({ id: historyId, localRow: fresh })
  if (opened?.id === historyId) return { state: 'there', localRow: opened.localRow }
  return error ? { state: 'missing', error, retry: () => void refetch() } : { state: 'loading' }
}

function Missing({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const t = useTexts('history')
  const textOf = useFailureText()
  const failure = toFailure(error)
  if (isUnreachable(failure))
    return <EmptyState title={t('history:missing.title')} message={t('history:missing.offline')} />
  if (failure.status === 404 || failure.status === 410)
    return <EmptyState title={t('history:missing.title')} message={textOf(failure)} />
  return <ErrorPanel message={textOf(failure)} onRetry={onRetry} />
}

const isRefused = ({ kind, state }: WaitingEntry) =>
  kind !== 'file.put' && (state === 'rejected' || state === 'conflict')

interface EditProps {
  localRow: LocalRow<ManualHistory>
  refused: WaitingEntry | undefined
}

function Edit({ localRow, refused }: EditProps) {
  const t = useTexts('history')
  const { can } = useSession()
  const choices = useFormChoices()
  // The author can always edit an entry that was not sent yet (MHX-033).
  const mayEdit = can('history.edit') || localRow.waiting?.change === 'create'
  const { vehicles, services } = choices
  return (
    <Page
      title={t('history:editTitle')}
      width="reading"
      actions={mayEdit && <DeleteButton localRow={localRow} />}
    >
      {!mayEdit && (
        <EmptyState title={t('history:notAllowed.title')} message={t('history:notAllowed.message')} />
      )}
      {mayEdit && vehicles && services && (
        <EditForm localRow={localRow} refused={refused} choices={{ ...choices, vehicles, services }} />
      )}
      {mayEdit && !(vehicles && services) && <SkeletonList rows={8} />}
    </Page>
  )
}

type Choices = ReturnType<typeof useFormChoices>
type Ready = Choices & {
  vehicles: NonNullable<Choices['vehicles']>
  services: NonNullable<Choices['services']>
}

function EditForm(props: EditProps & { choices: Ready }) {
  return (
    <ClaimedDraft form={`history:${props.localRow.row.id}`} waiting={<SkeletonList rows={8} />}>
      {(draft) => (
        <Stack sx={{ gap: 2 }}>
          <DraftElsewhereNotice draft={draft} isEdit />
          <ClaimedForm {...props} slot={draft.slot} />
        </Stack>
      )}
    </ClaimedDraft>
  )
}

function ClaimedForm({ slot, localRow, refused, choices }: EditProps & { slot: DraftSlot; choices: Ready }) {
  const { vehicles, services, catalog, favorites, recents } = choices
  const t = useTexts('history')
  const leave = useLeaveSaved()
  const goBack = useGoBack()
  const isTyped = useHasUnsavedTyping()
  const [isLeaving, setLeaving] = useState(false)
  const [initial] = useState(() => toDraft(localRow))
  const form = useHistoryForm({
    slot,
    initial,
    localRow,
    vehicles,
    services: catalog,
    refused: refused && { opId: refused.opId, codes: refused.trouble?.fields ?? {} },
    onSaved: (saved) => leave('updated', saved, localRow.row.id),
  })
  const shops = useShopChoices(form.value.zip, favorites, recents.shop)
  const [isDiscarding, setDiscarding] = useState(false)
  const discard = () => {
    setDiscarding(true)
    void form.discard().finally(goBack)
  }
  return (
    <>
      {refused?.trouble && <RefusedNote key={refused.opId} trouble={refused.trouble} />}
      <HistoryForm
        form={form}
        vehicles={vehicles}
        services={services}
        shops={shops}
        onCancel={() => (isTyped ? setLeaving(true) : goBack())}
      />
      <ConfirmDialog
        open={isLeaving}
        title={t('history:cancel.title')}
        message={t('history:cancel.message')}
        confirmLabel={t('history:cancel.yes')}
        isDestructive
        isBusy={isDiscarding}
        onConfirm={discard}
        onCancel={() => setLeaving(false)}
      />
    </>
  )
}

/** Returns a function that opens the previous page. A new tab has none: then it opens the past tab of the services. */
function useGoBack() {
  const { history } = useRouter()
  const navigate = useNavigate()
  return () =>
    history.canGoBack() ? history.back() : void navigate({ to: '/services', search: { tab: 'past' } })
}

/** Why the server refused the entry; errors of fields appear at the fields. */
function RefusedNote({ trouble }: { trouble: Trouble }) {
  const t = useTexts('history')
  const textOf = useFailureText()
  const note = useRef<HTMLDivElement>(null)
  // On phones the save button is far below.
  useEffect(() => note.current?.scrollIntoView({ block: 'center' }), [])
  const reason = textOf({ code: trouble.code ?? 'validation', messages: [] })
  return (
    <Box ref={note} sx={{ mb: 2 }}>
      <AlertBox type="error" title={t('history:refused')} message={reason} />
    </Box>
  )
}

function DeleteButton({ localRow }: { localRow: LocalRow<ManualHistory> }) {
  const t = useTexts('history')
  const leave = useLeaveSaved()
  const [isAsking, setAsking] = useState(false)
  const { remove, isBusy } = useDeleteHistory(localRow, (saved) => leave('deleted', saved, localRow.row.id))
  return (
    <>
      <ActionButton color="error" startIcon={<Delete />} onClick={() => setAsking(true)}>
        {t('history:delete.action')}
      </ActionButton>
      <ConfirmDialog
        open={isAsking}
        title={t('history:delete.title')}
        message={t('history:delete.message')}
        confirmLabel={t('history:delete.yes')}
        isDestructive
        isBusy={isBusy}
        onConfirm={remove}
        onCancel={() => setAsking(false)}
      />
    </>
  )
}
