import { type NavigateOptions, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

/**
 * Returns a function that navigates after something that takes time, such as a save. If the user has gone elsewhere
 * meanwhile, they stay there, and the result that the next screen would show becomes a toast.
 */
export function useNavigateAfter() {
  const { history } = useRouter()
  const navigate = useNavigate()
  const toast = useToast()
  const [path] = useState(() => history.location.pathname)
  return (options: NavigateOptions): void => {
    if (history.location.pathname === path) return void navigate(options)
    const { alertMessage, alertType } = typeof options.state === 'object' ? options.state : {}
    if (alertMessage) toast(alertType === 'success' ? 'success' : 'info', alertMessage)
  }
}
