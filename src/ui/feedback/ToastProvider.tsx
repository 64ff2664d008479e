import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { createContext, type ReactNode, use, useCallback, useEffect, useRef, useState } from 'react'
import { TOAST_MS } from '#domain/core/limits.ts'
import { useTexts } from '#src/i18n/useTexts.ts'
import { Box } from '#src/ui/box/Box.tsx'

/** See ERR-003. */
type ToastKind = 'success' | 'danger' | 'warning' | 'default' | 'info'

interface Toast {
  id: number
  kind: ToastKind
  message: string
  action?: ToastAction | undefined
}

/** An action in a toast, such as undo. */
interface ToastAction {
  label: string
  onClick: () => void
}

type ShowToast = (kind: ToastKind, message: string, action?: ToastAction) => void

const ToastContext = createContext<ShowToast>(() => {})

/** Shows the toasts of the app. Rendered once, near the root. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [toasts, setToasts] = useState<Toast[]>([])
  const lastId = useRef(0)
  const remove = useCallback((id: number) => {
    setToasts((shown) => shown.filter((toast) => toast.id !== id))
  }, [])
  const show = useCallback<ShowToast>((kind, message, action) => {
    lastId.current += 1
    const id = lastId.current
    setToasts((shown) => [...shown.slice(-2), { id, kind, message, action }])
  }, [])
  return (
    <ToastContext value={show}>
      {children}
      <ToastRegion toasts={toasts} onClose={remove} />
    </ToastContext>
  )
}

/**
 * Returns a function that shows a toast: `toast('success', t('history:saved'))`. Use AlertBox for important messages.
 */
export function useToast(): ShowToast {
  return use(ToastContext)
}

/** The look of each kind. */
const looks = {
  success: { severity: 'success', variant: 'filled' },
  danger: { severity: 'error', variant: 'filled' },
  warning: { severity: 'warning', variant: 'filled' },
  info: { severity: 'info', variant: 'filled' },
  default: { severity: 'info', variant: 'outlined', icon: false },
} as const

/** One message. No role, because the region around it announces it. */
export function ToastBox({ kind, message, action, onClose }: Omit<Toast, 'id'> & { onClose: () => void }) {
  const t = useTexts()
  return (
    <Alert
      {...looks[kind]}
      role="presentation"
      closeText={t('common:action.close')}
      onClose={onClose}
      sx={{ pointerEvents: 'auto', alignItems: 'center', boxShadow: 6, maxWidth: 560 }}
    >
      {message}
      {action && (
        <Button
          color="inherit"
          size="small"
          onClick={() => {
            onClose()
            action.onClick()
          }}
          sx={{ ml: 1, my: -0.5, textDecoration: 'underline' }}
        >
          {action.label}
        </Button>
      )}
    </Alert>
  )
}

interface TimedToastProps {
  toast: Toast
  /** Must be a stable function, otherwise the timer restarts. */
  onClose: (id: number) => void
}

/** Closes after 3 seconds (ERR-004). With an action, hovering or focusing it pauses the timer (WCAG 2.2.1). */
function TimedToast({ toast, onClose }: TimedToastProps) {
  const { id, ...rest } = toast
  const [isHeld, setHeld] = useState(false)
  const canWait = toast.action !== undefined
  useEffect(() => {
    if (isHeld && canWait) return
    const timer = setTimeout(() => onClose(id), TOAST_MS)
    return () => clearTimeout(timer)
  }, [isHeld, canWait, id, onClose])
  return (
    <Box
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <ToastBox {...rest} onClose={() => onClose(id)} />
    </Box>
  )
}

function ToastRegion({ toasts, onClose }: { toasts: Toast[]; onClose: (id: number) => void }) {
  const t = useTexts()
  return (
    <Box
      role="log"
      aria-live="polite"
      aria-label={t('common:toast.region')}
      sx={{
        position: 'fixed',
        zIndex: 'snackbar',
        // At the top on a phone, because the next buttons are at the bottom.
        top: { xs: 'calc(env(safe-area-inset-top, 0px) + 8px)', sm: 'auto' },
        bottom: { sm: 16 },
        insetInline: 16,
        display: 'grid',
        gap: 1,
        justifyItems: { xs: 'stretch', sm: 'center' },
        pointerEvents: 'none',
      }}
    >
      {toasts.map((toast) => (
        <TimedToast key={toast.id} toast={toast} onClose={onClose} />
      ))}
    </Box>
  )
}
