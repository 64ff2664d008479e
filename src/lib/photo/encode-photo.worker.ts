import { encodePhoto } from './encode-photo.ts'

/** One photo per worker: it is terminated after its response, which frees its memory at once. */
addEventListener('message', async ({ data }: MessageEvent<{ bytes: ArrayBuffer; maxBytes: number }>) => {
  try {
    const encoded = await encodePhoto(data.bytes, data.maxBytes)
    postMessage({ encoded }, { transfer: [encoded] })
  } catch {
    postMessage({ encoded: undefined })
  }
})
