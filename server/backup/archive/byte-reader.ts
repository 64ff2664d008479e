/** Reads a stream of chunks in pieces of requested sizes. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>
  #buffer: Buffer = Buffer.alloc(0)

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]()
  }

  /** Returns exactly `bytes` bytes. Null: the stream ends before. */
  async read(bytes: number): Promise<Buffer | null> {
    if (this.#buffer.length < bytes) {
      const chunks: Uint8Array[] = [this.#buffer]
      for (let size = this.#buffer.length; size < bytes; ) {
        const { value, done } = await this.#source.next()
        if (done) return null
        chunks.push(value)
        size += value.byteLength
      }
      this.#buffer = Buffer.concat(chunks)
    }
    const piece = this.#buffer.subarray(0, bytes)
    this.#buffer = this.#buffer.subarray(bytes)
    return piece
  }

  /** Ends the source, which closes its file. */
  async close(): Promise<void> {
    await this.#source.return?.()
  }
}
