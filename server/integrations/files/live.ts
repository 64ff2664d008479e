import {
  DeleteObjectCommand,
  GetObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { FileStoreConfig } from '#server/config.ts'
import { demandKey, type FileStore, type StoredObject } from './port.ts'

/** Keeps files in a bucket of S3, or of anything that speaks S3. A put is whole or not at all there by itself. */
export function s3FileStore(config: FileStoreConfig): FileStore {
  const { bucket: Bucket, endpoint, credentials } = config
  const client = new S3Client({
    region: config.region,
    // Other makers' stores live under one host name and do not know the newer checksums.
    ...(endpoint ? { endpoint, forcePathStyle: true, requestChecksumCalculation: 'WHEN_REQUIRED' } : {}),
    ...(credentials ? { credentials } : {}),
  })
  return {
    async put(key, bytes, contentType) {
      await client.send(
        new PutObjectCommand({ Bucket, Key: demandKey(key), Body: bytes, ContentType: contentType }),
      )
    },
    async get(key) {
      try {
        const answer = await client.send(new GetObjectCommand({ Bucket, Key: demandKey(key) }))
        return (await answer.Body?.transformToByteArray()) ?? null
      } catch (error) {
        if (error instanceof NoSuchKey) return null
        throw error
      }
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: demandKey(key) }))
    },
    async *list(): AsyncIterable<StoredObject> {
      let next: string | undefined
      do {
        const page = await client.send(
          new ListObjectsV2Command({ Bucket, ...(next ? { ContinuationToken: next } : {}) }),
        )
        for (const { Key, LastModified } of page.Contents ?? [])
          if (Key && LastModified) yield { key: Key, storedAt: LastModified }
        next = page.NextContinuationToken
      } while (next)
    },
  }
}
