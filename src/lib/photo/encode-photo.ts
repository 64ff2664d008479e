/** Longest side of a photo that is sent, in pixels: an invoice stays readable at it (interface rule 5, docs/offline.md#saving). */
export const MAX_SIDE_PX = 2048
/** Tried in turn until the photo is small enough: first less quality, then fewer pixels. */
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

/** The size that fits a longest side, with the same shape; never larger than it was. */
export function fitWithin({ width, height }: Size, side: number): Size {
  const scale = Math.min(1, side / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/**
 * Draws a photo upright and writes it as a JPEG of at most `maxBytes`. What the camera wrote beside the
 * picture (place, time, device) does not survive, since only pixels go in.
 * Runs in a worker as well as in a page. Throws when the browser cannot decode the picture.
 */
export async function encodePhoto(bytes: ArrayBuffer, maxBytes: number): Promise<ArrayBuffer> {
  const picture = await decode(new Blob([bytes]))
  try {
    let smallest: Blob | undefined
    for (const { side, quality } of steps) {
      smallest = await draw(picture, fitWithin(picture, side), quality)
      if (smallest.size <= maxBytes) break
    }
    if (!smallest) throw new Error('No picture was written')
    return await smallest.arrayBuffer()
  } finally {
    if ('close' in picture) picture.close()
  }
}

type Picture = ImageBitmap | HTMLImageElement

/** An image element is the way of browsers whose createImageBitmap does not know orientation (Safari before 16). */
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
  // A picture with see-through parts would turn black in a JPEG.
  context.fillStyle = '#ffffff'
  context.fillRect(0, 0, width, height)
  context.drawImage(picture, 0, 0, width, height)
}
