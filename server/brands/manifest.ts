import type { Brand } from '#contract/core/brand.ts'
import { brandAssets } from '#contract/core/brand-assets.ts'
import type { Language } from '#contract/core/locale.ts'

/** Shortcuts of a long press on the icon: the most frequent tasks on the road, labeled as in the navigation. */
const shortcuts = [
  { url: '/maintenance_history/new', en: 'Record maintenance', fr: 'Consigner un entretien' },
  { url: '/vehicles', en: 'Vehicles', fr: 'Véhicules' },
  { url: '/unsent_work', en: 'Unsent entries', fr: 'Saisies non envoyées' },
]

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
    shortcuts: shortcuts.map(({ url, [language]: name }) => ({
      name,
      url,
      icons: [{ src: brandAssets.icon192, type: 'image/png', sizes: '192x192' }],
    })),
  }
}
