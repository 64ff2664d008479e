import { scriptAddress } from '../script-address.ts'
import { encodePhoto } from './encode-photo.ts'
import workerAddress from './encode-photo.worker.ts?worker&url'

/**
 * Runs `encodePhoto` in a worker if possible, so that the page stays responsive, else in the page. Throws if the
 * browser cannot decode the picture.
 */
export async function shrinkPhoto(bytes: ArrayBuffer, maxBytes: number): Promise<ArrayBuffer> {
  const encoded = typeof OffscreenCanvas === 'function' ? await inWorker(bytes, maxBytes) : undefined
  return encoded ?? encodePhoto(bytes, maxBytes)
}

/** Returns undefined if the worker could not start or decode; the page then tries itself. */
function inWorker(bytes: ArrayBuffer, maxBytes: number): Promise<ArrayBuffer | undefined> {
  return new Promise((resolve) => {
    try {
      const worker = new Worker(scriptAddress(workerAddress), { type: 'module' })
      const finish = (encoded: ArrayBuffer | undefined) => {
        worker.terminate()
        resolve(encoded)
      }
      worker.onmessage = ({ data }: MessageEvent<{ encoded: ArrayBuffer | undefined }>) =>
        finish(data.encoded)
      worker.onerror = () => finish(undefined)
      worker.postMessage({ bytes, maxBytes })
    } catch {
      resolve(undefined)
    }
  })
}
