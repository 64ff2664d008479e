/**
 * Longest side of a sent photo in pixels, unless it is long; invoices stay readable (interface rule 5,
 * docs/offline.md#saving).
 */
export const MAX_SIDE_PX = 2048
/** From this ratio of its sides on, a picture is limited by its pixels instead: long screenshots and panoramas. */
const LONG_RATIO = 2.5
/** Tried in order until the photo is small enough: first lower quality, then fewer pixels. */
const steps = [
  { side: MAX_SIDE_PX, quality: 0.8 },
  { side: MAX_SIDE_PX, quality: 0.65 },
  { side: 1600, quality: 0.65 },
  { side: 1280, quality: 0.5 },
] as const

export interface Size {
  width: number
  height: number
}

/** Scales a size to a longest side, keeping its shape. Never enlarges it. */
export function fitWithin({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Returns the size of a sent photo. A long one has at most 2 side² pixels and 4 sides, which every canvas allows. */
export function sentSize(picture: Size, side: number): Size {
  const longest = Math.max(picture.width, picture.height)
  const pixels = picture.width * picture.height
  if (longest ** 2 / pixels < LONG_RATIO) return fitWithin(picture, side)
  return fitWithin(picture, Math.min(longest * Math.sqrt((2 * side ** 2) / pixels), 4 * side))
}

/**
 * Re-encodes a photo upright as a JPEG of at most `maxBytes`. Drops the camera's metadata (location, time, device),
 * because only pixels are copied. Runs in a worker or in a page. Throws if the browser cannot decode the picture.
 */
export async function encodePhoto(bytes: ArrayBuffer, maxBytes: number): Promise<ArrayBuffer> {
  const picture = await decode(new Blob([bytes]))
  try {
    let smallest: Blob | undefined
    for (const { side, quality } of steps) {
      smallest = await draw(picture, sentSize(picture, side), quality)
      if (smallest.size <= maxBytes) break
    }
    if (!smallest) throw new Error('No picture was written')
    return await smallest.arrayBuffer()
  } finally {
    if ('close' in picture) picture.close()
  }
}

type Picture = ImageBitmap | HTMLImageElement

/** Falls back to an image element where createImageBitmap ignores orientation (Safari before 16). */
async function decode(blob: Blob): Promise<Picture> {
  if (typeof createImageBitmap === 'function') {
    try {
      return await createImageBitmap(blob, { imageOrientation: 'from-image' })
    } catch (error) {
      if (typeof Image === 'undefined') throw error
    }
  }
  const image = new Image()
  image.src = URL.createObjectURL(blob)
  try {
    await image.decode()
    return image
  } finally {
    URL.revokeObjectURL(image.src)
  }
}

async function draw(picture: Picture, { width, height }: Size, quality: number): Promise<Blob> {
  if (typeof OffscreenCanvas === 'function') {
    const canvas = new OffscreenCanvas(width, height)
    paint(canvas.getContext('2d', { alpha: false }), picture, width, height)
    return canvas.convertToBlob({ type: 'image/jpeg', quality })
  }
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  paint(canvas.getContext('2d', { alpha: false }), picture, width, height)
  return new Promise((resolve, reject) => {
    const done = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('No picture was written')))
    canvas.toBlob(done, 'image/jpeg', quality)
  })
}

function paint(
  context: CanvasRenderingContext2D | OffscreenCanvasRenderingContext2D | null,
  picture: Picture,
  width: number,
  height: number,
) {
  if (!context) throw new Error('This browser gives no canvas')
  context.imageSmoothingQuality = 'high'
  // Transparent areas would turn black in a JPEG.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
}
