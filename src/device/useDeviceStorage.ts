import { useQuery, useQueryClient } from '@tanstack/react-query'
import { isStoragePersisted } from './device-storage.ts'

/** The browser's report on the app's storage. Bytes; null if it does not report them. */
interface DeviceStorageState {
  usage: number | null
  quota: number | null
  /** The browser has promised not to clear it automatically. */
  isPersisted: boolean
}

const queryKey = ['device-storage']

/** Returns how much storage the app uses and whether it is persistent. Call `reload` after a change. */
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
