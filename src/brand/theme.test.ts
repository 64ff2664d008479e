import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type BrandPalette, parseBrand } from '#contract/core/brand.ts'

const brands = readdirSync('brands', { withFileTypes: true })
  .filter((entry) => entry.isDirectory())
  .map(({ name }) => parseBrand(JSON.parse(readFileSync(`brands/${name}/brand.json`, 'utf8'))))

/** WCAG 2.2 AA: 4.5 for text, 3 for non-text (1.4.3, 1.4.11). */
const pairs: [keyof BrandPalette, keyof BrandPalette, number][] = [
  ...(['text', 'textMuted', 'primary', 'secondary', 'success', 'warning', 'error', 'info'] as const).flatMap(
    (ink): [keyof BrandPalette, keyof BrandPalette, number][] => [
      [ink, 'surface', 4.5],
      [ink, 'background', 4.5],
    ],
  ),
  ['onPrimary', 'primary', 4.5],
  ['onSecondary', 'secondary', 4.5],
  // Filled alerts and red buttons use the surface color for text.
  ...(['success', 'warning', 'error', 'info'] as const).map(
    (fill): [keyof BrandPalette, keyof BrandPalette, number] => ['surface', fill, 4.5],
  ),
]

describe.each(brands.map((brand) => [brand.key, brand] as const))('the theme of %s', (_, brand) => {
  // BRD-022
  it.each(['light', 'dark'] as const)('is readable in %s: every pair of colors passes AA', (scheme) => {
    const palette = brand.theme[scheme]
    const failures = pairs
      .map(([ink, ground, least]) => ({ ink, ground, least, ratio: contrast(palette[ink], palette[ground]) }))
      .filter(({ ratio, least }) => ratio < least)
    expect(failures).toEqual([])
  })

  // The color mixtures of src/brand/components.ts, Navbar.tsx and Banner.tsx.
  it.each(['light', 'dark'] as const)('is readable in %s on its tints too', (scheme) => {
    const { surface, text, textMuted, primary, onPrimary, ...rest } = brand.theme[scheme]
    const found = {
      tab: contrast(primary, mix(primary, 0.12, surface)),
      ...Object.fromEntries(
        (['success', 'warning', 'error', 'info'] as const).map((tone) => [
          tone,
          Math.min(
            contrast(text, mix(rest[tone], 0.12, surface)),
            contrast(rest[tone], mix(rest[tone], 0.12, surface)) * (4.5 / 3),
          ),
        ]),
      ),
      border: contrast(mix(textMuted, 0.75, surface), surface) * (4.5 / 3),
      hovered: contrast(onPrimary, mix('#000000', scheme === 'dark' ? 0.12 : 0.3, primary)),
    }
    expect(Object.entries(found).filter(([, ratio]) => ratio < 4.5)).toEqual([])
  })
})

it('knows the contrast of black on white', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
})

/** WCAG contrast ratio of two colors '#rrggbb'. */
function contrast(first: string, other: string): number {
  const [light, dark] = [luminance(first), luminance(other)].sort((a, b) => b - a) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** CSS color-mix in srgb: `share` of one color, the rest of the other. */
function mix(first: string, share: number, other: string): string {
  const channel = (color: string, at: number) => Number.parseInt(color.slice(at, at + 2), 16)
  const mixed = [1, 3, 5].map((at) =>
    Math.round(channel(first, at) * share + channel(other, at) * (1 - share)),
  )
  return `#${mixed.map((value) => value.toString(16).padStart(2, '0')).join('')}`
}

function luminance(color: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(color.slice(at, at + 2), 16) / 255
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
