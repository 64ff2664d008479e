import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isStoragePersisted } from './device-storage.ts'

/** What the browser says of the app's storage. Bytes; null where it does not tell. */
export interface DeviceStorageState {
  usage: number | null
  quota: number | null
  /** The browser has promised not to clear it by itself. */
  isPersisted: boolean
}

const queryKey = ['device-storage']

/** How much of this device the app uses, and whether the browser keeps it; `reload` after something changed it. */
export function useDeviceStorage() {
  const client = useQueryClient()
  const { data } = useQuery({ queryKey, queryFn: readStorage, refetchInterval: 60_000, gcTime: 0 })
  return { storage: data, reload: () => client.invalidateQueries({ queryKey }) }
}

async function readStorage(): Promise<DeviceStorageState> {
  const estimate = await navigator.storage?.estimate?.().catch(() => undefined)
  const isPersisted = await isStoragePersisted()
  return { usage: estimate?.usage ?? null, quota: estimate?.quota ?? null, isPersisted }
}
