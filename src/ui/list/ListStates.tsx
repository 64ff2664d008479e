import CloudOff from '@mui/icons-material/CloudOff'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '../feedback/AlertBox.tsx'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { ErrorPanel } from '../feedback/ErrorPanel.tsx'
import { SkeletonList } from '../feedback/SkeletonList.tsx'
import { NoMatch } from './NoMatch.tsx'

interface Failure {
  code: string
  messages: readonly string[]
  retryAfter?: number | undefined
}

interface ListStatesProps {
  /** Number of rows on all pages; undefined while unknown. */
  total: number | undefined
  /** Why the shown data is not the server's current response. */
  failure?: Failure | undefined
  onRetry?: () => void
  /** Clears search and filters; undefined if none are active. */
  onClear?: (() => void) | undefined
  /** Shown for a list without rows: the reason and the next step. */
  empty: ReactNode
  /** For a list without local copies: what needs the connection. */
  offline?: { title?: string; message: string }
  /** Rows of the skeleton. */
  rows?: number
  rowHeight?: number
  children: ReactNode
}

/**
 * The states of a list: loading, failed, offline, no match and empty are different (ERR-005). Offline, an empty local
 * copy is shown as empty; if the server failed, it is unknown whether there are rows.
 */
export function ListStates(props: ListStatesProps) {
  const { total, failure, onRetry, onClear, empty, offline, rows = 6, rowHeight = 112, children } = props
  const t = useTexts('common', 'errors')
  const textOf = useFailureText()
  const isUnreachable = failure && UNREACHABLE.has(failure.code)
  const retry = onRetry && (
    <Button color="inherit" onClick={onRetry}>
      {t('common:action.retry')}
    </Button>
  )
  if (isUnreachable && total === undefined)
    return (
      <EmptyState
        icon={<CloudOff />}
        title={offline ? (offline.title ?? t('common:noConnection')) : t('common:notHere.title')}
        message={offline?.message ?? t('common:notHere.message')}
        action={retry}
      />
    )
  if (failure && !isUnreachable && !total)
    return <ErrorPanel message={textOf(failure)} {...(onRetry && { onRetry })} />
  if (total === undefined) return <SkeletonList rows={rows} rowHeight={rowHeight} />
  return (
    <>
      {failure && (
        <AlertBox
          type="notice"
          title={t('common:stale.title')}
          message={t('common:stale.message')}
          action={retry}
        />
      )}
      {total > 0 ? children : onClear ? <NoMatch onClear={onClear} /> : empty}
    </>
  )
}

/** Our server was not reached at all. A timeout counts as a failure instead. */
const UNREACHABLE: ReadonlySet<string> = new Set(['network', 'not_api'])
