/** More pixels make a code no clearer, only slower to find. */
const SIDE_MAX = 1600

/** What the camera shows now, or a photo, as pixels. */
export function pixelsOf(source: HTMLVideoElement | ImageBitmap): ImageData {
  const [width, height] =
    source instanceof HTMLVideoElement
      ? [source.videoWidth, source.videoHeight]
      : [source.width, source.height]
  const scale = Math.min(1, SIDE_MAX / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('This browser draws no pictures')
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}

/** A photo from a file, as pixels; rejects what is no picture. */
export async function pixelsOfPhoto(file: Blob): Promise<ImageData> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    return pixelsOf(picture)
  } finally {
    picture.close()
  }
}
