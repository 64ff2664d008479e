import { once } from 'node:events'
import type pg from 'pg'

declare module 'pg' {
  // Methods of pg's connection for COPY, which its types leave out.
  interface Connection {
    sendCopyFromChunk(chunk: Uint8Array): void
    endCopyFrom(): void
    sendCopyFail(reason: string): void
  }
}

/** Rows are collected up to this size before they are handed on. */
const CHUNK_BYTES = 1 << 16
/** PostgreSQL waits while this much has been received and not read. */
const BUFFER_BYTES = 1 << 22

const noop = () => {}

/** Runs `COPY … TO STDOUT` and yields its rows in chunks of whole rows. `rows` counts them. */
export class CopyOut implements pg.Submittable {
  rows = 0
  readonly #statement: string
  #connection: pg.Connection | null = null
  #chunks: Uint8Array[] = []
  #size = 0
  #isDone = false
  #error: Error | null = null
  #wake: () => void = noop

  constructor(client: pg.ClientBase, statement: string) {
    this.#statement = statement
    client.query(this)
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.#statement)
  }

  handleCopyData({ chunk }: { chunk: Uint8Array }): void {
    this.rows++
    // pg reuses the memory of a received chunk.
    this.#chunks.push(Buffer.from(chunk))
    this.#size += chunk.byteLength
    if (this.#size > BUFFER_BYTES) this.#connection?.stream.pause()
    if (this.#size > CHUNK_BYTES) this.#wake()
  }

  handleError(error: Error): void {
    this.#error = error
    this.#wake()
  }

  handleReadyForQuery(): void {
    this.#isDone = true
    this.#wake()
  }

  handleCommandComplete = noop

  async *[Symbol.asyncIterator](): AsyncGenerator<Buffer> {
    for (;;) {
      if (this.#error) throw this.#error
      if (this.#size > CHUNK_BYTES || (this.#isDone && this.#size > 0)) {
        const chunk = Buffer.concat(this.#chunks)
        this.#chunks = []
        this.#size = 0
        this.#connection?.stream.resume()
        yield chunk
      } else if (this.#isDone) return
      else
        await new Promise<void>((resolve) => {
          this.#wake = resolve
        })
    }
  }
}

/** Runs `COPY … FROM STDIN` with rows as `CopyOut` yields them. */
export function copyIn(
  client: pg.ClientBase,
  statement: string,
  source: AsyncIterable<Uint8Array>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const failing = new AbortController()
    let failure: Error | null = null
    const fail = (error: Error) => {
      failure ??= error
      failing.abort()
    }
    async function send(connection: pg.Connection) {
      try {
        for await (const chunk of source) {
          if (failing.signal.aborted) return
          connection.sendCopyFromChunk(chunk)
          if (connection.stream.writableNeedDrain)
            await once(connection.stream, 'drain', { signal: failing.signal })
        }
        connection.endCopyFrom()
      } catch (error) {
        fail(error instanceof Error ? error : new Error(String(error)))
        connection.sendCopyFail('The source of the rows failed.')
      }
    }
    const submittable = {
      submit: (connection: pg.Connection) => connection.query(statement),
      handleCopyInResponse: (connection: pg.Connection) => void send(connection),
      handleCommandComplete: noop,
      handleError(error: Error) {
        fail(error)
        reject(failure)
      },
      handleReadyForQuery: () => (failure ? reject(failure) : resolve()),
    }
    client.query(submittable)
  })
}
