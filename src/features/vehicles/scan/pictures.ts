/** Maximum side in pixels. More pixels slow down the search without making a code clearer. */
const SIDE_MAX = 1600

/** Returns the camera's current frame, or a photo, as pixels. */
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

/** Decodes a photo to pixels. Rejects files that are not pictures. */
export async function pixelsOfPhoto(file: Blob): Promise<ImageData> {
  const picture = await createImageBitmap(file, { imageOrientation: 'from-image' })
  try {
    return pixelsOf(picture)
  } finally {
    picture.close()
  }
}
