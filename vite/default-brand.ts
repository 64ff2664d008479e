import type { Plugin } from 'vite'
import defaultBrandJson from '#brands/wheelbook/brand.json' with { type: 'json' }
import { parseBrand } from '#contract/core/brand.ts'
import { fontFaces } from '#server/brands/fonts.ts'

const defaultBrand = parseBrand(defaultBrandJson)

/** In development no server fills in the page, so it shows the default brand with its font. */
export function defaultBrandInPage(): Plugin {
  return {
    name: 'wheelbook:default-brand',
    apply: 'serve',
    transformIndexHtml: () => [
      { tag: 'style', children: fontFaces(defaultBrand.theme.font) },
      {
        tag: 'script',
        attrs: { type: 'application/json', id: 'brand' },
        children: JSON.stringify(defaultBrand),
        injectTo: 'head-prepend',
      },
    ],
  }
}
