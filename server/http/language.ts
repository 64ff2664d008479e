import type { FastifyRequest } from 'fastify'
import { type Language, toLanguage } from '#contract/core/locale.ts'

/**
 * Returns the language of the caller's screen: a single tag without region or weight, as the app sends it. Null for the
 * lists that browsers send by default, which do not reflect the screen.
 */
export function screenLanguageOf(request: FastifyRequest): Language | null {
  const named = request.headers['accept-language']
  return named === 'en' || named === 'fr' ? named : null
}

/** Returns the language that the browser prefers among those of the host's brand, else the brand's default. */
export function languageOf(request: FastifyRequest): Language {
  const { languages } = request.brand
  const wanted = (request.headers['accept-language'] ?? '')
    .slice(0, 200)
    .split(',')
    .map((part) => toLanguage(part.split(';')[0]))
  return (
    wanted.find((language) => language !== undefined && languages.includes(language)) ?? languages[0] ?? 'en'
  )
}
