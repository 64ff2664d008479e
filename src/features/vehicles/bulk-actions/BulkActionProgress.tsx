import Close from '@mui/icons-material/Close'
import ExpandLess from '@mui/icons-material/ExpandLess'
import ExpandMore from '@mui/icons-material/ExpandMore'
import LinearProgress from '@mui/material/LinearProgress'
import Paper from '@mui/material/Paper'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import type { BulkAction } from '#contract/vehicles/bulk-actions.ts'
import { isReversible } from '#domain/vehicles/bulk-action-rules.ts'
import { api } from '#src/api/client.ts'
import { toFailure } from '#src/api/failure.ts'
import { useWrite } from '#src/forms/useWrite.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOffline } from '#src/local-data/useOffline.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Box } from '#src/ui/box/Box.tsx'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { ErrorAlert } from '#src/ui/feedback/ErrorAlert.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { useIsPhone } from '#src/ui/layout/useScreenSize.ts'
import { TextLink } from '#src/ui/link/TextLink.tsx'
import { actionQuery, unconfirmedQuery } from './bulk-actions.queries.ts'
import {
  closeAction,
  isResultUnread,
  markResultRead,
  setCurrentAction,
  setUnconfirmedAction,
  showUndo,
  wasStartedHere,
} from './current-action.ts'
import { isBookingUndo, nounOf } from './noun-of.ts'
import { ReasonList } from './ReasonList.tsx'

interface BulkActionProgressProps {
  id: string
  fleetId: number
  /** Called when the action is over. */
  onOver?: (() => void) | undefined
}

/** Finds an action whose response was lost, and shows its progress; forgets one that never reached the server. */
export function UnconfirmedAction({ id, fleetId }: Pick<BulkActionProgressProps, 'id' | 'fleetId'>) {
  const { data, error } = useQuery(unconfirmedQuery(id))
  const isFound = data !== undefined
  const isMissing = error !== null && toFailure(error).code === 'not_found'
  useEffect(() => {
    if (isFound) setCurrentAction(fleetId, id)
    else if (isMissing) setUnconfirmedAction(fleetId, undefined)
  }, [isFound, isMissing, fleetId, id])
  return null
}

/** Progress and outcome of an action, with stop and undo. The action runs on the server and continues if this page is closed. */
export function BulkActionProgress({ id, fleetId, onOver }: BulkActionProgressProps) {
  const t = useTexts('bulk-actions')
  const failureText = useFailureText()
  const isOnline = useOnline()
  const { cache } = useOffline()
  const { data: action, error, refetch } = useQuery(actionQuery(id))
  const stop = useWrite<void, BulkAction>({
    call: (_, { key }) => api.bulkActions.cancel({ id }, { context: { key } }),
    refresh: () => refetch(),
  })
  const undo = useWrite<void, BulkAction>({
    call: (_, { key }) => api.bulkActions.undo({ id }, { context: { key } }),
    onSaved(started) {
      closeAction(fleetId, id)
      setCurrentAction(fleetId, started.id)
    },
    onFailed: () => void refetch(),
  })
  useReplacement({ id, fleetId }, action, error)
  const isOver = action !== undefined && action.finished_at !== null
  useEffect(() => {
    if (!isOver) return
    void cache.refresh()
    onOver?.()
  }, [isOver, cache, onOver])
  const { isCollapsed, setCollapsed } = useCollapsed(id, isOver)
  const detailsId = useId()
  const frame = useRef<HTMLDivElement>(null)
  const isShown = action !== undefined
  useEffect(() => {
    // The dialog or the button that started it is gone.
    if (isShown && wasStartedHere(id)) frame.current?.focus()
  }, [isShown, id])
  if (!action || action.undone_by !== null) return null
  const failure = stop.failure ?? undo.failure
  const context = nounOf(action.action)
  const offline = !isOnline && t('bulk-actions:offline', { context })
  return (
    <Paper ref={frame} variant="outlined" tabIndex={-1} sx={isCollapsed ? { px: 2, py: 0.5 } : { p: 2 }}>
      <Stack direction="row" sx={{ gap: 1, alignItems: 'center', flexWrap: isCollapsed ? 'nowrap' : 'wrap' }}>
        <Summary action={action} isOneLine={isCollapsed} />
        {!isOver && action.undoes === null && (
          <ActionButton loading={stop.isBusy} disabledReason={offline} onClick={() => void stop.run()}>
            {t('bulk-actions:stop')}
          </ActionButton>
        )}
        {isOver && canUndo(action) && (
          <ActionButton
            variant="outlined"
            loading={undo.isBusy}
            disabledReason={offline}
            onClick={() => void undo.run()}
          >
            {t('bulk-actions:undo')}
          </ActionButton>
        )}
        {isOver && (
          <Dismissal
            isCollapsed={isCollapsed}
            detailsId={detailsId}
            onToggle={() => setCollapsed(!isCollapsed)}
            onClose={() => closeAction(fleetId, id)}
          />
        )}
      </Stack>
      {!isOver && !isOnline && <Typography>{t('bulk-actions:waitingForNetwork')}</Typography>}
      {!isOver && (
        <LinearProgress
          variant={action.status === 'waiting' ? 'indeterminate' : 'determinate'}
          value={(100 * (action.done + action.refused)) / Math.max(1, action.vehicles_total)}
          aria-label={t(`bulk-actions:action.${action.action}`)}
          sx={{ mt: 1 }}
        />
      )}
      {isOver && <Details id={detailsId} isHidden={isCollapsed} action={action} />}
      {failure && <ErrorAlert message={failureText(failure)} />}
    </Paper>
  )
}

/** Replaces an undone action by its undo, whose progress and rejected rows matter now, and forgets one that is gone. */
function useReplacement(
  { id, fleetId }: { id: string; fleetId: number },
  action: BulkAction | undefined,
  error: Error | null,
) {
  const undoneBy = action?.undone_by
  // Deleted after a month, or of another user of this device.
  const isGone = error !== null && toFailure(error).code === 'not_found'
  useEffect(() => {
    if (undoneBy) showUndo(fleetId, id, undoneBy)
    else if (isGone) closeAction(fleetId, id)
  }, [undoneBy, isGone, fleetId, id])
}

/**
 * Whether a finished action takes one line. True after the user collapsed it, and on later visits once the outcome is
 * known. The list below is then more important, but undo remains available.
 */
function useCollapsed(id: string, isOver: boolean) {
  const [isRead, setRead] = useState(!isResultUnread(id))
  const setCollapsed = (isCollapsed: boolean) => {
    if (isCollapsed) markResultRead(id)
    setRead(isCollapsed)
  }
  return { isCollapsed: isOver && isRead, setCollapsed }
}

interface DismissalProps {
  isCollapsed: boolean
  /** Id of the element with the details. */
  detailsId: string
  onToggle: () => void
  onClose: () => void
}

/** Shows or hides the details of a finished action, and closes it. */
function Dismissal({ isCollapsed, detailsId, onToggle, onClose }: DismissalProps) {
  const t = useTexts('bulk-actions')
  const isPhone = useIsPhone()
  return (
    <>
      <ActionButton
        isIconOnly
        startIcon={isCollapsed ? <ExpandMore /> : <ExpandLess />}
        aria-expanded={!isCollapsed}
        aria-controls={detailsId}
        onClick={onToggle}
      >
        {t(isCollapsed ? 'bulk-actions:details.show' : 'bulk-actions:details.hide')}
      </ActionButton>
      {/* On a phone, the line needs its width for the outcome and Undo. */}
      {!(isCollapsed && isPhone) && (
        <ActionButton isIconOnly={isCollapsed} startIcon={isCollapsed && <Close />} onClick={onClose}>
          {t('bulk-actions:close')}
        </ActionButton>
      )}
    </>
  )
}

function Details({ id, isHidden, action }: { id: string; isHidden: boolean; action: BulkAction }) {
  return (
    <div id={id} hidden={isHidden}>
      <BookedOrders action={action} />
      <ReasonList action={action.action} outcome={action} isUndo={action.undoes !== null} />
    </div>
  )
}

/** Links to the orders that a booking created. */
function BookedOrders({ action: { booked, done } }: { action: BulkAction }) {
  const t = useTexts('bulk-actions')
  const { number } = useFormat()
  if (booked.length === 0) return null
  const rest = done - booked.length
  return (
    <Box component="details" sx={{ '& summary': { cursor: 'pointer', py: 0.5 } }}>
      <summary>{t('bulk-actions:booking.orders')}</summary>
      <Box component="ul" sx={{ listStyle: 'disc', pl: 3 }}>
        {booked.map(({ order_id, vehicle_name }) => (
          <li key={order_id}>
            <TextLink to="/orders/$orderId/approvals" params={{ orderId: String(order_id) }}>
              {t('bulk-actions:booking.order', { order: order_id, vehicle: vehicle_name ?? '' })}
            </TextLink>
          </li>
        ))}
      </Box>
      {rest > 0 && <Typography>{t('bulk-actions:more', { count: rest, number: number(rest) })}</Typography>}
    </Box>
  )
}

const canUndo = ({ action, undoes, done, can_undo }: BulkAction) =>
  isReversible(action) && undoes === null && done > 0 && can_undo !== false

function Summary({ action, isOneLine }: { action: BulkAction; isOneLine: boolean }) {
  const t = useTexts('bulk-actions')
  const { number } = useFormat()
  const name = t(`bulk-actions:action.${action.action}`)
  const context = nounOf(action.action)
  const isStopped = action.status === 'cancelled'
  const done = { count: action.done, number: number(action.done) }
  function state(): string {
    if (action.finished_at === null)
      return t('bulk-actions:progress', {
        context,
        done: number(action.done + action.refused),
        total: number(action.vehicles_total),
      })
    if (isBookingUndo(action.action, action.undoes !== null))
      return t(isStopped ? 'bulk-actions:bookingUndo.stopped' : 'bulk-actions:bookingUndo.done', done)
    if (isStopped) return t('bulk-actions:result.cancelled', { ...done, context })
    const noun = isReversible(action.action) ? context : 'cancel'
    return t('bulk-actions:result.changed', { ...done, context: noun })
  }
  const outcome = state()
  return (
    <div role="status" style={isOneLine ? { flex: 1, minWidth: 0 } : { flex: 1, minWidth: 200 }}>
      <Typography noWrap={isOneLine}>
        <strong>{action.undoes ? t('bulk-actions:undoOf', { action: name }) : name}</strong>
        {isOneLine && ` · ${outcome}`}
      </Typography>
      {!isOneLine && <Typography>{outcome}</Typography>}
    </div>
  )
}
