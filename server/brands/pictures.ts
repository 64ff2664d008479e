import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brandsFolder } from './brands.ts'

export interface Picture {
  contentType: 'image/svg+xml' | 'image/png'
  body: Buffer
}

interface Recipe {
  svg: 'logo' | 'logo-dark' | 'icon' | 'icon-maskable'
  /** Side length in px of the rendered PNG. Omitted: the SVG itself is served. */
  png?: number
}

/** Files under `/brand/` on every host (`brandAssets` in the contract). */
const recipes: Record<string, Recipe> = {
  'logo.svg': { svg: 'logo' },
  'logo-dark.svg': { svg: 'logo-dark' },
  'icon.svg': { svg: 'icon' },
  'icon-192.png': { svg: 'icon', png: 192 },
  'icon-512.png': { svg: 'icon', png: 512 },
  'icon-maskable-512.png': { svg: 'icon-maskable', png: 512 },
  // iOS rounds the corners itself and paints transparent pixels black, so it gets the full square.
  'apple-touch-icon.png': { svg: 'icon-maskable', png: 180 },
}

/**
 * Returns a function that looks up a picture by brand and by name under `/brand/`. It returns undefined for an unknown
 * name. Each picture is rendered once.
 */
export function brandPictures(folder: string = brandsFolder) {
  const made = new Map<string, Promise<Picture>>()
  return (brandKey: string, name: string): Promise<Picture> | undefined => {
    const recipe = Object.hasOwn(recipes, name) ? recipes[name] : undefined
    if (!recipe) return undefined
    const id = `${brandKey}/${name}`
    const known = made.get(id)
    if (known) return known
    const picture = draw(join(folder, brandKey), recipe)
    made.set(id, picture)
    picture.catch(() => made.delete(id))
    return picture
  }
}

async function draw(folder: string, { svg, png }: Recipe): Promise<Picture> {
  const source = await readFile(join(folder, `${svg}.svg`))
  if (!png) return { contentType: 'image/svg+xml', body: source }
  const { default: sharp } = await import('sharp')
  // SVGs use a grid of 512 units; at 72 dpi one unit is one px.
  const body = await sharp(source, { density: (72 * png) / 512 })
    .resize(png, png)
    .png({ palette: true })
    .toBuffer()
  return { contentType: 'image/png', body }
}
