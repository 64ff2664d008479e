import { setTimeout as sleep } from 'node:timers/promises'
/** A response with its whole body. */
export interface ApiResponse {
  status: number
  headers: Headers
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely.
  body: any
}

/** Calls the API like the app. Paths are below /api/v4 unless they start with /api or name a root file. */
export function clientOf(url: string, base: Record<string, string> = {}) {
  async function send(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<ApiResponse> {
    const isRaw =
      body instanceof Blob ||
      body instanceof FormData ||
      body instanceof Uint8Array ||
      typeof body === 'string'
    const response = await fetch(url + path, {
      method,
      headers: {
        accept: 'application/json',
        'app-name': 'wheelbook',
        ...base,
        ...(body !== undefined && !isRaw ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      redirect: 'manual',
      ...(body === undefined ? {} : { body: isRaw ? (body as BodyInit) : JSON.stringify(body) }),
    })
    const type = response.headers.get('content-type') ?? ''
    const isJson = /[/+]json\b/.test(type)
    const read = isJson
      ? await response.json()
      : /^text|^$/.test(type)
        ? await response.text()
        : await response.bytes()
    return { status: response.status, headers: response.headers, body: read }
  }
  return {
    send,
    get: (path: string, headers?: Record<string, string>) => send('GET', v4(path), undefined, headers),
    post: (path: string, body?: unknown, headers?: Record<string, string>) =>
      send('POST', v4(path), body, headers),
    put: (path: string, body?: unknown, headers?: Record<string, string>) =>
      send('PUT', v4(path), body, headers),
    delete: (path: string, headers?: Record<string, string>) => send('DELETE', v4(path), undefined, headers),
  }
}
export type Client = ReturnType<typeof clientOf>

const v4 = (path: string) => (path.startsWith('/api/') ? path : `/api/v4${path}`)

/** Sends a request, and repeats it while the server is overloaded (503), like any client. */
export async function retryWhileUnavailable(request: () => Promise<ApiResponse>): Promise<ApiResponse> {
  for (let tries = 0; ; tries++) {
    const response = await request()
    if (response.status !== 503 || tries > 20) return response
    await sleep(500)
  }
}
