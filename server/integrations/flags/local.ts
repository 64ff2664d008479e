import { FlagNotFoundError, type JsonValue, type Provider } from '@openfeature/server-sdk'

/** No rules of its own: every flag is as fleet and brand have it, which is what is asked with. */
export const localFlags: Provider = {
  runsOn: 'server',
  metadata: { name: 'wheelbook-settings' },
  resolveBooleanEvaluation: async (_flag, own) => ({ value: own, reason: 'STATIC' }),
  resolveObjectEvaluation: async <T extends JsonValue>(_flag: string, own: T) => ({
    value: own,
    reason: 'STATIC',
  }),
  resolveStringEvaluation: noSuchFlag,
  resolveNumberEvaluation: noSuchFlag,
}

async function noSuchFlag(): Promise<never> {
  throw new FlagNotFoundError()
}
