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
  /** Rows of all pages; undefined while nobody knows. */
  total: number | undefined
  /** Why what is shown is not the server's answer. */
  failure?: Failure | undefined
  onRetry?: () => void
  /** Takes away the search and the filters; left out where nothing narrows the list. */
  onClear?: (() => void) | undefined
  /** In the place of a list that has no rows at all: why, and the next step. */
  empty: ReactNode
  /** For a list that this device never keeps: what needs the connection. */
  offline?: { title?: string; message: string }
  /** Of the skeleton. */
  rows?: number
  rowHeight?: number
  children: ReactNode
}

/**
 * What stands in the place of a list: loading, failed, no connection, no match and empty are different things (ERR-005).
 * Without a connection a copy without rows is shown as what it is; where the server failed, nobody knows whether it has
 * none.
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

/** Nothing of our server's was reached. A server that is too slow is one that failed. */
const UNREACHABLE: ReadonlySet<string> = new Set(['network', 'not_api'])
