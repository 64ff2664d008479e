import Button from '@mui/material/Button'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { BulkAct } from '#contract/vehicles/bulk-acts.ts'
import { api } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { ErrorAlert } from '#src/ui/feedback/ErrorAlert.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { actQuery } from './acts.queries.ts'
import { setCurrentAct, wasStartedHere } from './current-act.ts'
import { ReasonList } from './ReasonList.tsx'

/** Progress and outcome of an act, with stop and undo. The act runs on the server, whatever happens to this page. */
export function ActProgress({ id, fleetId }: { id: string; fleetId: number }) {
  const t = useTexts('vehicle-acts')
  const failureText = useFailureText()
  const isOnline = useOnline()
  const { cache } = useOffline()
  const { data: act, error, refetch } = useQuery(actQuery(id))
  const stop = useWrite<void, BulkAct>({
    call: (_, { key }) => api.bulkActs.cancel({ id }, { context: { key } }),
    refresh: () => refetch(),
  })
  const undo = useWrite<void, BulkAct>({
    call: (_, { key }) => api.bulkActs.undo({ id }, { context: { key } }),
    onSaved: (started) => setCurrentAct(fleetId, started.id),
  })
  // Deleted after a month, or of another user of this device.
  const isGone = error !== null && toFailure(error).code === 'not_found'
  useEffect(() => {
    if (isGone) setCurrentAct(fleetId, undefined)
  }, [isGone, fleetId])
  const isOver = act !== undefined && act.finished_at !== null
  useEffect(() => {
    if (isOver) void cache.refresh()
  }, [isOver, cache])
  const frame = useRef<HTMLDivElement>(null)
  const isShown = act !== undefined
  useEffect(() => {
    // The dialog or the button that started it is gone.
    if (isShown && wasStartedHere(id)) frame.current?.focus()
  }, [isShown, id])
  if (!act) return null
  const failure = stop.failure ?? undo.failure
  const offline = !isOnline && t('vehicle-acts:offline')
  return (
    <Paper ref={frame} variant="outlined" tabIndex={-1} sx={{ p: 2 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: 'wrap' }}>
        <Summary act={act} />
        {!isOver && (
          <ActionButton loading={stop.isBusy} disabledReason={offline} onClick={() => void stop.run()}>
            {t('vehicle-acts:stop')}
          </ActionButton>
        )}
        {isOver && act.undoes === null && act.undone_by === null && act.done > 0 && (
          <ActionButton
            variant="outlined"
            loading={undo.isBusy}
            disabledReason={offline}
            onClick={() => void undo.run()}
          >
            {t('vehicle-acts:undo')}
          </ActionButton>
        )}
        {isOver && (
          <Button onClick={() => setCurrentAct(fleetId, undefined)}>{t('vehicle-acts:close')}</Button>
        )}
      </Stack>
      {!isOver && !isOnline && <Typography>{t('vehicle-acts:waitingForNetwork')}</Typography>}
      {!isOver && (
        <LinearProgress
          variant={act.status === 'waiting' ? 'indeterminate' : 'determinate'}
          value={(100 * (act.done + act.refused)) / Math.max(1, act.vehicles_total)}
          aria-label={t(`vehicle-acts:act.${act.act}`)}
          sx={{ mt: 1 }}
        />
      )}
      {isOver && <ReasonList refusals={act} />}
      {failure && <ErrorAlert message={failureText(failure)} />}
    </Paper>
  )
}

function Summary({ act }: { act: BulkAct }) {
  const t = useTexts('vehicle-acts')
  const { number } = useFormat()
  const name = t(`vehicle-acts:act.${act.act}`)
  const count = { count: act.done, number: number(act.done) }
  const state =
    act.finished_at === null
      ? t('vehicle-acts:progress', {
          done: number(act.done + act.refused),
          total: number(act.vehicles_total),
        })
      : act.status === 'cancelled'
        ? t('vehicle-acts:result.cancelled', count)
        : t('vehicle-acts:result.changed', count)
  return (
    <div role="status" style={{ flex: 1, minWidth: 200 }}>
      <Typography sx={{ fontWeight: 650 }}>
        {act.undoes ? t('vehicle-acts:undoOf', { act: name }) : name}
      </Typography>
      <Typography>{act.undone_by ? t('vehicle-acts:result.undone') : state}</Typography>
    </div>
  )
}
