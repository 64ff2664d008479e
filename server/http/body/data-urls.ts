import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { filesBelow, statIfPresent } from '#server/integrations/files/disk.ts'
import { Problem } from '#server/problem.ts'
import { base64Decoder } from './base64.ts'
import { parseJson } from './body.ts'

/** A file that arrived as a data URL in a request body, stored temporarily until the call has responded. */
interface SpooledFile {
  path: string
  sha256: Buffer
  byteSize: number
}

declare module 'fastify' {
  interface FastifyRequest {
    spooledFile?: SpooledFile
  }
}

/** Bytes before the file: the field name, the file's type and name. */
const HEAD_MAX = 4096
/** Bytes after the file. */
const TAIL_MAX = 4096
/** Size limit of a body that starts with another field and is read as a whole. */
const OTHER_MAX = 256 * 1024

/** A file this old was left by a server that was killed. A request ends within minutes. */
const ABANDONED_MS = 3_600_000

/**
 * Streams the file in bodies like `{"fileData":"data:text/csv;base64,…"}` to disk, so that a large file is never held
 * in memory. The call receives the same body with an empty file, and `request.spooledFile`. Needs a separate Fastify
 * scope.
 */
export function spoolDataUrls(scope: FastifyInstance, folder: string) {
  scope.removeContentTypeParser('application/json')
  scope.addContentTypeParser('application/json', async (request: FastifyRequest, payload: Readable) => {
    if (!request.routeOptions.config.dataUrl) throw new Problem('unsupported_media')
    const { field, maxBytes } = request.routeOptions.config.dataUrl
    const bodyMax = Math.ceil(maxBytes / 3) * 4 + HEAD_MAX + TAIL_MAX
    if (Number(request.headers['content-length']) > bodyMax) throw new Problem('too_large')
    const path = join(folder, randomUUID())
    const hash = createHash('sha256')
    let byteSize = 0
    const body = splitBody(payload, field)
    async function* measured(all: AsyncIterable<Buffer>) {
      for await (const bytes of all) {
        byteSize += bytes.length
        if (byteSize > maxBytes) throw new Problem('too_large')
        hash.update(bytes)
        yield bytes
      }
    }
    async function spool(bytes: AsyncIterable<Buffer>) {
      await mkdir(folder, { recursive: true })
      request.spooledFile = { path, byteSize: 0, sha256: Buffer.alloc(0) }
      await pipeline(measured(bytes), createWriteStream(path))
      request.spooledFile = { path, byteSize, sha256: hash.digest() }
    }
    if (await body.hasFile()) await spool(body.file())
    const around = parseJson(await body.around())
    const late = request.spooledFile ? undefined : fileIn(around, field)
    if (late) await spool(decoded([late], field))
    return around
  })
  scope.addHook('onResponse', async (request) => {
    if (request.spooledFile) await rm(request.spooledFile.path, { force: true })
  })
  removeAbandoned(scope, folder)
}

/** Removes at the start and then every hour what killed servers left. Other servers may use the same folder. */
function removeAbandoned(scope: FastifyInstance, folder: string) {
  const sweep = async () => {
    for (const file of await filesBelow(folder)) {
      const found = await statIfPresent(file)
      if (found && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(file, { force: true })
    }
  }
  const sweepOrWarn = () =>
    sweep().catch((error) =>
      scope.log.warn({ err: error }, 'Files of unfinished requests could not be removed'),
    )
  const timer = setInterval(sweepOrWarn, ABANDONED_MS).unref()
  scope.addHook('onReady', sweepOrWarn)
  scope.addHook('onClose', async () => clearInterval(timer))
}

const FILE_START = /^\s*\{\s*"(\w{1,40})"\s*:\s*"data:[^",]*;base64,/

/** Reads a body up to the start of its file, then the file, then the rest, in this order. */
function splitBody(payload: Readable, field: string) {
  const chunks = payload.iterator({ destroyOnReturn: false })
  let [head, ahead] = ['', '']

  async function next(): Promise<string | null> {
    const { value, done } = await chunks.next()
    return done ? null : (value as Buffer).toString('latin1')
  }

  /** Yields the text between the quotes, up to the closing one. */
  async function* pieces(): AsyncGenerator<string> {
    for (let text: string | null = ahead; text !== null; text = await next()) {
      const end = text.indexOf('"')
      ahead = end < 0 ? '' : text.slice(end)
      yield end < 0 ? text : text.slice(0, end)
      if (end >= 0) return
    }
    throw new Problem('malformed', { detail: 'The body ends in the middle of the file.' })
  }

  return {
    async hasFile(): Promise<boolean> {
      let found: string | undefined
      while (found === undefined) {
        const text = await next()
        if (text === null) break
        ahead += text
        const [whole, name] = FILE_START.exec(ahead.slice(0, HEAD_MAX)) ?? []
        found = name === field ? whole : undefined
        if (found === undefined && ahead.length > OTHER_MAX)
          throw new Problem('malformed', { detail: `The body begins with ${field}, a data URL in base64.` })
      }
      head = found ?? ''
      ahead = ahead.slice(head.length)
      return found !== undefined
    },
    file: () => decoded(pieces(), field),
    /** The body with an empty file. */
    async around(): Promise<Buffer> {
      for (let text: string | null = ''; text !== null; text = await next()) {
        ahead += text
        if (ahead.length > TAIL_MAX) throw new Problem('too_large')
      }
      return Buffer.from(head + ahead, 'latin1')
    },
  }
}

/** Decodes base64 that arrives in pieces. */
async function* decoded(pieces: AsyncIterable<string> | string[], field: string): AsyncGenerator<Buffer> {
  const decode = base64Decoder()
  const part = (text: string, isLast: boolean) => {
    const bytes = decode(text, isLast)
    if (bytes === null) throw new Problem('validation', { fields: { [field]: ['data_url'] } })
    return bytes
  }
  for await (const text of pieces) yield part(text, false)
  yield part('', true)
}

/** Returns the file of a body that was read as a whole. */
function fileIn(body: unknown, field: string): string | undefined {
  const value =
    typeof body === 'object' && body !== null ? (body as Record<string, unknown>)[field] : undefined
  return typeof value === 'string' ? /^data:[^,]*;base64,(.*)$/s.exec(value)?.[1] : undefined
}
