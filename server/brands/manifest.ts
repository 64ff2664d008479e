import type { Brand } from '#contract/core/brand.ts'
import { brandAssets } from '#contract/core/brand-assets.ts'
import type { Language } from '#contract/core/locale.ts'
import { translate } from '#server/texts/translate.ts'

/** Shortcuts of a long press on the icon: the most frequent tasks on the road, labeled as in the navigation. */
const SHORTCUTS = [
  { url: '/maintenance_history/new', key: 'server/manifest:record' },
  { url: '/vehicles', key: 'server/manifest:vehicles' },
  { url: '/unsent_work', key: 'server/manifest:unsent' },
] as const

/** Returns a brand's web app manifest, so that the installed app has its name, icons and color (OFF-049). */
export function webManifest(brand: Brand, language: Language) {
  const { light } = brand.theme
  return {
    id: '/',
    name: brand.name,
    short_name: brand.shortName,
    description: brand.description[language],
    lang: `${language}-${brand.country}`,
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    theme_color: light.primary,
    background_color: light.background,
    categories: ['business', 'productivity'],
    icons: [
      { src: brandAssets.icon, type: 'image/svg+xml', sizes: 'any', purpose: 'any' },
      { src: brandAssets.icon192, type: 'image/png', sizes: '192x192', purpose: 'any' },
      { src: brandAssets.icon512, type: 'image/png', sizes: '512x512', purpose: 'any' },
      { src: brandAssets.maskable512, type: 'image/png', sizes: '512x512', purpose: 'maskable' },
    ],
    shortcuts: SHORTCUTS.map(({ url, key }) => ({
      name: translate(language, key),
      url,
      icons: [{ src: brandAssets.icon192, type: 'image/png', sizes: '192x192' }],
    })),
  }
}
