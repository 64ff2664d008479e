import { type NavigateOptions, useNavigate, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { useToast } from '#src/ui/feedback/ToastProvider.tsx'

/**
 * Returns a function that navigates after an asynchronous action, such as a save. If the user has left the screen, it
 * shows the result as a toast instead.
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
