import { addAbortSignal, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  type GetObjectCommandOutput,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { FileStoreConfig } from '#server/config/config.ts'
import { ExternalApiError } from '#server/integrations/external-api.ts'
import { type Circuit, type CircuitLimits, type CircuitOptions, createCircuit } from '../circuit.ts'
import { PORT_LIMITS } from '../limits.ts'
import { assertValidKey, type FileStore, type StoredObject } from './port.ts'

/**
 * Stores files in a bucket of S3 or a compatible service, where a put is atomic. Throws ExternalApiError. Reads and
 * writes have separate circuits: a bucket that rejects writes can still be read.
 */
export function s3FileStore(
  config: FileStoreConfig,
  { limits = PORT_LIMITS.files, ...options }: CircuitOptions & { limits?: CircuitLimits } = {},
): FileStore {
  const reads = createCircuit('files (read)', limits, options)
  const writes = createCircuit('files (write)', limits, options)
  const { bucket: Bucket, endpoint, credentials } = config
  const client = new S3Client({
    region: config.region,
    // Other vendors' stores use one host name and do not support the newer checksums.
    ...(endpoint ? { endpoint, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' } : {}),
    ...(credentials ? { credentials } : {}),
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, httpsAgent: AGENT, httpAgent: AGENT },
  })
  return {
    async put(key, bytes, contentType) {
      const command = { Bucket, Key: assertValidKey(key), Body: bytes, ContentType: contentType }
      await callStore(writes, (abortSignal) => client.send(new PutObjectCommand(command), { abortSignal }))
    },
    async get(key) {
      const command = { Bucket, Key: assertValidKey(key) }
      return callStore(reads, async (abortSignal) => {
        try {
          const response = await client.send(new GetObjectCommand(command), { abortSignal })
          return await bytesOf(response.Body, abortSignal)
        } catch (error) {
          if (error instanceof NoSuchKey) return null
          throw error
        }
      })
    },
    async remove(key) {
      const command = { Bucket, Key: assertValidKey(key) }
      await callStore(writes, (abortSignal) => client.send(new DeleteObjectCommand(command), { abortSignal }))
    },
    async *list(): AsyncIterable<StoredObject> {
      let next: string | undefined
      do {
        const command = { Bucket, ...(next ? { ContinuationToken: next } : {}) }
        const page = await callStore(reads, (abortSignal) =>
          client.send(new ListObjectsV2Command(command), { abortSignal }),
        )
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key && LastModified) yield { key: Key, storedAt: LastModified }
        next = page.NextContinuationToken
      } while (next)
    },
  }
}

const CONNECT_TIMEOUT_MS = 5000
/** The circuits impose the limit. */
const AGENT = { maxSockets: PORT_LIMITS.files.concurrent * 4, keepAlive: true }

async function callStore<T>(circuit: Circuit, call: (signal: AbortSignal) => Promise<T>): Promise<T> {
  try {
    return await circuit.run(call)
  } catch (error) {
    const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
    throw new ExternalApiError('unavailable', `The file store did not respond. ${text}`)
  }
}

/** Reads the body. The signal aborts a body that never ends. */
async function bytesOf(
  body: GetObjectCommandOutput['Body'],
  signal: AbortSignal,
): Promise<Uint8Array | null> {
  if (!(body instanceof Readable)) return null
  return buffer(addAbortSignal(signal, body))
}
