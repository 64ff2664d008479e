import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * An in-memory fake of the S3 calls that a file store needs: objects of one bucket, listed in pages of `pageSize`. It accepts
 * the access keys in `accepted`, or any if there is none.
 */
export async function startFakeS3(bucket: string, { pageSize = 2 } = {}) {
  const accepted = new Set<string>()
  const objects = new Map<string, { bytes: Buffer; type: string; at: Date }>()
  const server = createServer(async (request, response) => {
    const bytes = await bodyOf(request)
    const url = new URL(request.url ?? '/', 'http://s3')
    const [, name, ...rest] = url.pathname.split('/')
    const key = decodeURIComponent(rest.join('/'))
    const [, accessKey] =
      /^AWS4-HMAC-SHA256 Credential=([^/]+)\//.exec(request.headers.authorization ?? '') ?? []
    const isKnown = accessKey !== undefined && (accepted.size === 0 || accepted.has(accessKey))
    if (name !== bucket || !isKnown) {
      response.writeHead(403).end(errorXml('AccessDenied'))
    } else if (request.method === 'PUT') {
      objects.set(key, { bytes, type: request.headers['content-type'] ?? '', at: new Date() })
      response.writeHead(200, { etag: '"1"' }).end()
    } else if (request.method === 'DELETE') {
      objects.delete(key)
      response.writeHead(204).end()
    } else if (key === '') {
      response.writeHead(200, { 'content-type': 'application/xml' }).end(list(url.searchParams))
    } else {
      const object = objects.get(key)
      if (object) response.writeHead(200, { 'content-type': object.type }).end(object.bytes)
      else response.writeHead(404, { 'content-type': 'application/xml' }).end(errorXml('NoSuchKey'))
    }
  })

  function list(query: URLSearchParams) {
    // As in S3, a page continues after a key, so that new objects move nothing to another page.
    const after = query.get('continuation-token') ?? ''
    const keys = [...objects.keys()].filter((key) => key > after).sort()
    const page = keys.slice(0, pageSize)
    const isCut = page.length < keys.length
    const contents = page.map((key) => {
      const at = objects.get(key)?.at.toISOString()
      return `<Contents><Key>${key}</Key><LastModified>${at}</LastModified></Contents>`
    })
    const next = isCut ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : ''
    return `<ListBucketResult><IsTruncated>${isCut}</IsTruncated>${next}${contents.join('')}</ListBucketResult>`
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    accepted,
    stop: () => new Promise((resolve) => server.close(resolve)),
  }
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const errorXml = (code: string) =>
  `<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`
