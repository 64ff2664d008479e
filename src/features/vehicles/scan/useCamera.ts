import { type RefObject, useEffect, useState } from 'react'
import { type CodeReader, openCodeReader } from './code-reader.ts'
import { pixelsOf } from './pictures.ts'
import { vinInCode } from './vin-in-code.ts'

/** Interval between scans: feels instant without heating up the phone. */
const SCAN_INTERVAL_MS = 200

export type CameraState = 'starting' | 'on' | 'denied' | 'none' | 'failed'

/** Shows the camera in a video element and scans for a VIN until one is found. */
export function useCamera(video: RefObject<HTMLVideoElement | null>, onFound: (vin: string) => void) {
  const [state, setState] = useState<CameraState>('starting')
  const [track, setTrack] = useState<MediaStreamTrack>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: one camera for as long as the dialog is open
  useEffect(() => {
    const stopping = new AbortController()
    const { signal } = stopping
    void (async () => {
      try {
        const stream = await openCamera()
        signal.addEventListener('abort', () => stop(stream))
        if (signal.aborted) return stop(stream)
        setTrack(stream.getVideoTracks()[0])
        const element = video.current
        if (!element) return
        element.srcObject = stream
        await element.play()
        setState('on')
        const vin = await look(element, await openCodeReader(), signal)
        if (vin) onFound(vin)
      } catch (error) {
        if (!signal.aborted) setState(stateAfter(error))
      }
    })()
    return () => stopping.abort()
  }, [])
  return { state, track }
}

const stop = (stream: MediaStream) => {
  for (const track of stream.getTracks()) track.stop()
}

/** Opens the rear camera. Pages without https have no camera access. */
async function openCamera(): Promise<MediaStream> {
  const { mediaDevices } = navigator as Partial<Pick<Navigator, 'mediaDevices'>>
  if (!mediaDevices) throw new DOMException('No cameras', 'NotFoundError')
  return mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1920 }, height: { ideal: 1080 } },
  })
}

async function look(
  video: HTMLVideoElement,
  reader: CodeReader,
  signal: AbortSignal,
): Promise<string | undefined> {
  try {
    while (!signal.aborted) {
      if (video.videoWidth > 0) {
        const texts = await reader.read(pixelsOf(video))
        const vin = texts.map(vinInCode).find((found) => found !== undefined)
        if (vin !== undefined) return vin
      }
      await new Promise((resolve) => setTimeout(resolve, SCAN_INTERVAL_MS))
    }
    return undefined
  } finally {
    reader.close()
  }
}

function stateAfter(error: unknown): CameraState {
  const name = error instanceof DOMException ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'denied'
  return ['NotFoundError', 'NotReadableError', 'OverconstrainedError'].includes(name) ? 'none' : 'failed'
}
