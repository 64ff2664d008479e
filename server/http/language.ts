import type { FastifyRequest } from 'fastify'
import { type Language, toLanguage } from '#contract/core/locale.ts'

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
