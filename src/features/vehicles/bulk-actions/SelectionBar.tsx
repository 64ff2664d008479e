import Button from '@mui/material/Button'
import Paper from '@mui/material/Paper'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { BULK_ACTION_MAX } from '#domain/core/limits.ts'
import { type BulkActionName, isOrderAction } from '#domain/vehicles/bulk-action-rules.ts'
import { toFailure } from '#src/api/failure.ts'
import { useFormat } from '#src/i18n/FormatProvider.tsx'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useOnline } from '#src/local-data/useOnline.ts'
import { Stack } from '#src/ui/box/Stack.tsx'
import { Typography } from '#src/ui/box/Typography.tsx'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'
import { ActionButton } from '#src/ui/form/ActionButton.tsx'
import { type Selection, useSelectedIds } from './selection.ts'

export interface SelectionBarProps<Name extends BulkActionName> {
  selection: Selection
  actions: readonly Name[]
  /** What 'Select all' adds: the rows of the list as it is filtered now, on all its pages. */
  readIds: (signal: AbortSignal) => Iterable<number> | Promise<Iterable<number>>
  /** Number of rows of the list on all its pages; undefined: still loading. */
  total: number | undefined
  /** Some rows cannot be selected, so `total` is not the number that 'Select all' adds. */
  isMixed?: boolean
  /** Only the server has the rows of all pages. */
  isOnServer?: boolean
  /** The rows are still those of the previous filter or page. */
  isLoading?: boolean
  /** Identifies the filter. When it changes, 'Select all' stops reading. */
  filterKey?: string
  /** Downloads the selected rows; undefined: the list has no file. */
  onDownload?: ((ids: ReadonlySet<number>) => void) | undefined
  onClose: () => void
  /** Renders the dialog of an action. */
  children: (action: Name, ids: number[], close: () => void) => ReactNode
}

/** Counts the selected rows, and offers what can be done to all of them. */
export function SelectionBar<Name extends BulkActionName>(props: SelectionBarProps<Name>) {
  const { selection, actions, onDownload, onClose, children } = props
  const t = useTexts('bulk-actions')
  const format = useFormat()
  const isOnline = useOnline()
  const ids = useSelectedIds(selection)
  const [action, setAction] = useState<Name>()
  const context = actions.some(isOrderAction) ? 'order' : ''
  const isNone = ids.size === 0 && t('bulk-actions:none', { context })
  const isTooMany =
    ids.size > BULK_ACTION_MAX && t('bulk-actions:tooMany', { context, max: format.number(BULK_ACTION_MAX) })
  const obstacle = isNone || isTooMany || (!isOnline && t('bulk-actions:offline', { context }))
  // The button "Select" has gone, and the focus with it.
  const bar = useRef<HTMLDivElement>(null)
  useEffect(() => bar.current?.focus({ preventScroll: true }), [])
  return (
    <Paper
      ref={bar}
      tabIndex={-1}
      variant="outlined"
      role="toolbar"
      aria-label={t('bulk-actions:toolbar', { context })}
      // Below the header, which stays at the top.
      sx={{ px: 2, py: 1, position: 'sticky', top: { xs: 64, md: 72 }, zIndex: 2 }}
    >
      <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
        <Typography role="status" sx={{ fontWeight: 650, minWidth: 96 }}>
          {t('bulk-actions:selected', { count: ids.size, number: format.number(ids.size) })}
        </Typography>
        <Typography variant="body2" sx={{ color: 'text.secondary' }}>
          {t('bulk-actions:selectRange')}
        </Typography>
        <SelectAll key={props.filterKey} {...props} context={context} />
        <ActionButton disabledReason={isNone} onClick={() => selection.clear()}>
          {t('bulk-actions:clear')}
        </ActionButton>
        {actions.map((action) => (
          <ActionButton
            key={action}
            variant="outlined"
            disabledReason={obstacle}
            onClick={() => setAction(action)}
          >
            {t(`bulk-actions:action.${action as BulkActionName}`)}
          </ActionButton>
        ))}
        {onDownload && (
          <ActionButton
            variant="outlined"
            disabledReason={isNone || (props.isOnServer && isTooMany)}
            onClick={() => onDownload(ids)}
          >
            {t('bulk-actions:download')}
          </ActionButton>
        )}
        <Button onClick={onClose} sx={{ ml: 'auto' }}>
          {t('bulk-actions:stopSelecting')}
        </Button>
      </Stack>
      {action && children(action, [...ids], () => setAction(undefined))}
    </Paper>
  )
}

type ListProps = Pick<
  SelectionBarProps<BulkActionName>,
  'selection' | 'readIds' | 'total' | 'isMixed' | 'isOnServer' | 'isLoading'
>

function SelectAll({ context, ...list }: ListProps & { context: string }) {
  const { selection, readIds, total, isMixed } = list
  const t = useTexts('bulk-actions')
  const { number } = useFormat()
  const toast = useToast()
  const textOf = useFailureText()
  const obstacle = useSelectAllObstacle(list)
  const [isReading, setReading] = useState(false)
  const reading = useRef<AbortController>(undefined)
  // After the bar has closed or the filter has changed, the rows must not be selected, nor a failure reported.
  useEffect(() => () => reading.current?.abort(), [])
  const select = async () => {
    const controller = new AbortController()
    reading.current = controller
    const { signal } = controller
    setReading(true)
    try {
      const ids = await readIds(signal)
      if (!signal.aborted) selection.add(ids)
    } catch (error) {
      if (!signal.aborted) toast('danger', textOf(toFailure(error)))
    }
    setReading(false)
  }
  return (
    <ActionButton disabledReason={obstacle} loading={isReading} onClick={select}>
      {total === undefined || isMixed
        ? t('bulk-actions:selectAllUnknown', { context })
        : t('bulk-actions:selectAll', { number: number(total) })}
    </ActionButton>
  )
}

/** Returns why the rows of all pages cannot be selected now. */
function useSelectAllObstacle({ total, isOnServer, isLoading }: ListProps): string | false | undefined {
  const t = useTexts('bulk-actions')
  const { number } = useFormat()
  const isOnline = useOnline()
  if (isOnServer && !isOnline) return t('bulk-actions:selectAllOffline')
  if (total === undefined || isLoading) return t('bulk-actions:selectAllLoading')
  if (total === 0) return t('bulk-actions:selectAllEmpty')
  return (
    isOnServer &&
    total > BULK_ACTION_MAX &&
    t('bulk-actions:selectAllTooMany', { max: number(BULK_ACTION_MAX) })
  )
}
