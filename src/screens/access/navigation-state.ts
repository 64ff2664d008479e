import type {} from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  /** Navigation state that screens pass on without an address (SET-011). */
  interface HistoryState {
    /** /settings: 1 opens Policies, 2 Reminders (SET-011, SET-012). */
    state?: number
    /** /reset_password: the token of the emailed link. */
    resetToken?: string
  }
}
