import { useState } from 'react'
import type { MaintenancePolicy } from '#contract/maintenance/policies.ts'

/**
 * State of the one row that is new or being edited (SET-020, SET-021). If someone else deletes the row, it stays open
 * so that the typed text is not lost.
 */
export function useOpenRow(policies: readonly MaintenancePolicy[]) {
  const [begun, setBegun] = useState<{ policy: MaintenancePolicy | null }>()
  const current = policies.find(({ id }) => id === begun?.policy?.id)
  return {
    open: begun && { policy: current ?? begun.policy, isDeleted: begun.policy !== null && !current },
    start: (policy: MaintenancePolicy | null) => setBegun({ policy }),
    close: () => setBegun(undefined),
  }
}
