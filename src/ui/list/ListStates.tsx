import SearchOff from '@mui/icons-material/SearchOff'
import Button from '@mui/material/Button'
import type { ReactNode } from 'react'
import { useFailureText } from '#src/i18n/useFailureText.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { AlertBox } from '../feedback/AlertBox.tsx'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { ErrorPanel } from '../feedback/ErrorPanel.tsx'
import { SkeletonList } from '../feedback/SkeletonList.tsx'

interface Failure {
  code: string
  messages: string[]
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
  rowHeight?: number
  children: ReactNode
}

/** What stands in the place of a list: loading, failed, no match and empty are four different things (ERR-005). */
export function ListStates(props: ListStatesProps) {
  const { total, failure, onRetry, onClear, empty, rowHeight = 112, children } = props
  const t = useTexts('common', 'errors')
  const textOf = useFailureText()
  // Nobody knows then whether there are none.
  if (failure && !total) return <ErrorPanel message={textOf(failure)} {...(onRetry && { onRetry })} />
  if (total === undefined) return <SkeletonList rows={6} rowHeight={rowHeight} />
  if (total === 0 && onClear)
    return (
      <EmptyState
        icon={<SearchOff />}
        title={t('common:noMatch.title')}
        message={t('common:noMatch.message')}
        action={<Button onClick={onClear}>{t('common:noMatch.clear')}</Button>}
      />
    )
  if (total === 0) return empty
  return (
    <>
      {failure && (
        <AlertBox
          type="notice"
          title={t('common:stale.title')}
          message={t('common:stale.message')}
          action={
            <Button color="inherit" onClick={onRetry}>
              {t('common:action.retry')}
            </Button>
          }
        />
      )}
      {children}
    </>
  )
}
