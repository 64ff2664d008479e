import { useState } from 'react'
import type { MaintenancePolicy } from '#contract/maintenance/policies.ts'

/**
 * The one row that is in editing, or new (SET-020, SET-021). A row that somebody else deletes meanwhile stays open: what was
 * typed is not thrown away for that.
 */
export function useOpenRow(policies: readonly MaintenancePolicy[]) {
  const [begun, setBegun] = useState<{ policy: MaintenancePolicy | null }>()
  const current = policies.find(({ id }) => id === begun?.policy?.id)
  return {
    open: begun && { policy: current ?? begun.policy, isGone: begun.policy !== null && !current },
    start: (policy: MaintenancePolicy | null) => setBegun({ policy }),
    close: () => setBegun(undefined),
  }
}
