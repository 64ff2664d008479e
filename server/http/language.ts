import type { FastifyRequest } from 'fastify'
import { type Language, toLanguage } from '#contract/core/locale.ts'

/**
 * The language of the caller's screen: exactly one, without region or weight, as the app sends it. Null for the lists that
 * browsers send on their own: those say nothing about the screen.
 */
export function screenLanguageOf(request: FastifyRequest): Language | null {
  const named = request.headers['accept-language']
  return named === 'en' || named === 'fr' ? named : null
}

/** What the browser prefers among the languages of the host's brand, else the brand's own. */
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
