import Button from '@mui/material/Button'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ClaimedDraft } from '#src/forms/ClaimedDraft.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import type { OwnDraft } from '#src/lib/drafts/useDraftClaim.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { DraftElsewhereNotice } from '#src/ui/draft/DraftElsewhereNotice.tsx'
import { DraftNotice } from '#src/ui/draft/DraftNotice.tsx'
import { AlertBox } from '#src/ui/feedback/AlertBox.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { DestinationSide } from './DestinationSide.tsx'
import { SourceSide } from './SourceSide.tsx'
import { TransferFindings } from './TransferFindings.tsx'
import { TransferProgress } from './TransferProgress.tsx'
import { findingsQuery, isFinished, newestTransferKey, newestTransferQuery } from './transfers.queries.ts'
import { useTransferDraft } from './useTransferDraft.ts'

/** Plans, checks and saves a vehicle transfer, and shows the progress of the newest one (FMC-048 to FMC-062). */
export function TransferPlanner() {
  return (
    <ClaimedDraft form="transfer" isOfCompany>
      {(own) => <ClaimedPlanner own={own} />}
    </ClaimedDraft>
  )
}

function ClaimedPlanner({ own }: { own: OwnDraft }) {
  const t = useTexts('transfers', 'errors')
  const textOf = useFailureText()
  const isOnline = useOnline()
  const client = useQueryClient()
  const newest = useQuery(newestTransferQuery())
  // A transfer that had finished before this page opened is not announced.
  const [shownId, setShownId] = useState<string>()
  const transfer = newest.data
  if (transfer && !isFinished(transfer) && transfer.id !== shownId) setShownId(transfer.id)

  const draft = useTransferDraft(own.slot, (saved) => {
    client.setQueryData(newestTransferKey, saved)
    setShownId(saved.id)
    void client.invalidateQueries({ queryKey: ['transfers'] })
  })
  const { plan } = draft
  const check = useQuery(findingsQuery(plan))

  // The grids are stale once a background transfer has finished.
  const endedAt = transfer?.finished_at
  useEffect(() => {
    if (endedAt) void client.invalidateQueries({ queryKey: ['transfers', 'candidates'] })
  }, [endedAt, client])

  return (
    <Stack sx={{ gap: 2 }}>
      {transfer && transfer.id === shownId && (
        <TransferProgress transfer={transfer} onClose={() => setShownId(undefined)} />
      )}
      <DraftElsewhereNotice draft={own} />
      {draft.restoredAt !== undefined && <DraftNotice savedAt={draft.restoredAt} onDiscard={draft.discard} />}
      {draft.failure && <AlertBox type="error" message={textOf(draft.failure)} />}
      {plan && <TransferFindings findings={check.data?.findings ?? []} onRemove={draft.moveBack} />}
      <Box
        sx={{
          display: 'grid',
          gap: 2,
          gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
        }}
      >
        <SourceSide draft={draft} />
        <DestinationSide draft={draft} />
      </Box>
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', justifyContent: 'flex-end' }}>
        {draft.moved.size > 0 && (
          <Button onClick={() => draft.moveBack(new Set(draft.moved.keys()))}>
            {t('transfers:undoAll')}
          </Button>
        )}
        {/* FMC-058 */}
        <ActionButton
          variant="contained"
          loading={draft.isSaving}
          disabledReason={(plan === null && t('transfers:needMove')) || (!isOnline && t('transfers:offline'))}
          onClick={() => void draft.save()}
        >
          {t('transfers:save')}
        </ActionButton>
      </Stack>
    </Stack>
  )
}
