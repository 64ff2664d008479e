import { Component, type ReactNode, useRef } from 'react'
import { isChunkLoadError } from '#src/api/failure.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

interface OptionalPartProps {
  children: ReactNode
  /** Shown while the part is left out. */
  fallback?: ReactNode
  onFailure?: (error: unknown) => void
}

/** When a part that was left out is tried again. */
const RETRY_EVENTS = ['online', 'focus'] as const

/**
 * Leaves out a part of the shell whose code or texts cannot be loaded. Without it, the failure would replace the whole
 * app. Tries again when the connection or the user returns.
 */
export class OptionalPart extends Component<OptionalPartProps, { isFailed: boolean }> {
  override state = { isFailed: false }

  static getDerivedStateFromError() {
    return { isFailed: true }
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailure?.(error)
  }

  override componentDidMount() {
    for (const name of RETRY_EVENTS) addEventListener(name, this.retry)
  }

  override componentWillUnmount() {
    for (const name of RETRY_EVENTS) removeEventListener(name, this.retry)
  }

  retry = () => {
    if (this.state.isFailed) this.setState({ isFailed: false })
  }

  override render() {
    return this.state.isFailed ? this.props.fallback : this.props.children
  }
}

interface OpenedPartProps {
  children: ReactNode
  /** Closes the part, so that opening it again tries again. */
  onClose?: () => void
}

/** An optional part that a user opens: its failure is reported. */
export function OpenedPart({ children, onClose }: OpenedPartProps) {
  const t = useTexts()
  const toast = useToast()
  const isReported = useRef(false)
  const report = (error: unknown) => {
    onClose?.()
    // A part that stays open is tried again at each focus.
    if (isReported.current) return
    isReported.current = true
    const isCode = isChunkLoadError(error)
    const message = isCode ? t('common:noConnection') : t('common:errorPanel.title')
    // Most browsers do not request a failed module again within one page.
    const retry = { label: t('common:action.retry'), onClick: () => location.reload() }
    toast('danger', message, isCode ? retry : undefined)
  }
  return <OptionalPart onFailure={report}>{children}</OptionalPart>
}
