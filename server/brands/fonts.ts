import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type FontName, fonts } from '#contract/core/fonts.ts'

interface FontFile {
  /** Contains the file's hash, so it can be cached forever. */
  url: string
  body: Buffer
}

const { resolve } = createRequire(import.meta.url)
const read = new Map<FontName, FontFile>()

/** Returns a font file with the English and French letters. Each file is read once. */
export function fontFile(name: FontName): FontFile {
  const known = read.get(name)
  if (known) return known
  const body = readFileSync(resolve(`@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`))
  const hash = createHash('sha256').update(body).digest('hex').slice(0, 8)
  const file = { url: `/fonts/${name}-${hash}.woff2`, body }
  read.set(name, file)
  return file
}

/** Range of fontsource's Latin files. Other letters fall back to the system font. */
const LATIN =
  'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD'
const ARIAL = ['Arial', 'Liberation Sans', 'Roboto', 'Helvetica Neue']

/**
 * Returns the @font-face rules of a font. `<name> fallback` is the system font scaled to the same metrics, so that the
 * layout does not shift when the font loads. Regular and bold differ in width.
 */
export function fontFaces(name: FontName): string {
  const { weights, width, boldWidth } = fonts[name]
  const [lightest, boldest] = weights
  return [
    fontFaceRule(name, {
      src: `url(${fontFile(name).url}) format("woff2")`,
      'font-weight': `${lightest} ${boldest}`,
      'font-display': 'swap',
      'unicode-range': LATIN,
    }),
    fallbackFace(name, '100 500', ARIAL, width),
    fallbackFace(
      name,
      '501 1000',
      ARIAL.map((family) => `${family} Bold`),
      boldWidth,
    ),
  ].join('')
}

function fallbackFace(name: FontName, weight: string, families: string[], size: number): string {
  const { ascent, descent } = fonts[name]
  const percent = (share: number) => `${(share * 100).toFixed(2)}%`
  return fontFaceRule(`${name} fallback`, {
    src: families.map((family) => `local("${family}")`).join(','),
    'font-weight': weight,
    'size-adjust': percent(size),
    'ascent-override': percent(ascent / size),
    'descent-override': percent(descent / size),
    'line-gap-override': '0%',
  })
}

function fontFaceRule(family: string, rules: Record<string, string>): string {
  const text = Object.entries({ 'font-family': `"${family}"`, ...rules })
  return `@font-face{${text.map(([key, value]) => `${key}:${value}`).join(';')}}`
}
