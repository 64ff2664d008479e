import type { Telematics } from './port.ts'

/** Loads the live provider with the first call, because most installations do not use it. */
export function lazyTelematics(load: () => Promise<Telematics>): Telematics {
  let loading: Promise<Telematics> | undefined
  const provider = () => {
    loading ??= load()
    return loading
  }
  return {
    kind: 'live',
    devicesOf: async (database, vehicles) => (await provider()).devicesOf(database, vehicles),
    news: async (database, since) => (await provider()).news(database, since),
  }
}
