import type { Telematics } from './port.ts'

/** The live provider, loaded with the first question: most installations have none. */
export function lazyTelematics(load: () => Promise<Telematics>): Telematics {
  let loading: Promise<Telematics> | undefined
  const provider = () => {
    loading ??= load()
    return loading
  }
  return {
    kind: 'live',
    devicesOf: async (database, vins) => (await provider()).devicesOf(database, vins),
    news: async (database, since) => (await provider()).news(database, since),
  }
}
