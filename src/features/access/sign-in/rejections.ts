import type { ApiFailure } from '#src/api/failure.ts'

/** Messages of servers that return no code, in both languages (ACC-052, ACC-053). */
const patterns = [
  /^invalid e-?mail or password\.?$/i,
  /^(adresse )?(courriel|e-?mail) ou mot de passe (invalide|incorrect)\.?$/i,
]

/**
 * Returns whether the server refused email and password, by its code or by the English or French message (ACC-052,
 * ACC-053).
 */
export function isInvalidAuthentication(failure: Pick<ApiFailure, 'code' | 'messages'>): boolean {
  if (failure.code !== 'refused') return failure.code === 'invalid_credentials'
  return failure.messages.some((message) => patterns.some((wording) => wording.test(message.trim())))
}
