import type {} from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  /** What one screen tells the next without an address (SET-011). */
  interface HistoryState {
    /** /settings: 1 opens Policies, 2 Reminders (SET-011, SET-012). */
    state?: number
    /** /reset_password: the token of the mailed link. */
    resetToken?: string
  }
}
