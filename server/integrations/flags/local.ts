import { FlagNotFoundError, type JsonValue, type Provider } from '@openfeature/server-sdk'

/** Has no rules: every flag has the default that fleet and brand set, which is passed with the request. */
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
