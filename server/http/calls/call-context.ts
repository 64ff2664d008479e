import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Party, ShopActor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'

/** What every handler of a call gets beside its input. Built once a request in server/http/. */
export interface CallContext {
  request: FastifyRequest
  reply: FastifyReply
  /** The signed-in actor. Throws not_signed_in where there is none; calls with access 'anyone' do not touch it. */
  actor(): Actor
  /** The shop that acts on its order. Throws not_signed_in on calls that are not for shops. */
  shop(): ShopActor
  /** The one of the two that this call is for. */
  party(): Party
  /** Runs `work` in a transaction that sees the party's fleet only. */
  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs an idempotent write in such a transaction, exactly once per Idempotency-Key: the key, its effect and its
   * answer commit together; the same key again gets the stored answer (also a stored 4xx), other content 422 key_reused.
   * `work` may throw `ExternalCallNeeded`: the call is made without a transaction, then `work` runs again.
   * Answers with ETag when the result has a `rev`. `ifMatch` is the revision that the client edited (null: not given).
   */
  write<T extends object>(
    input: unknown,
    work: (tx: Transaction, precondition: { ifMatch: number | null }) => Promise<WriteResult<T>>,
  ): Promise<T>
  /**
   * The protocol of `write` for a write that runs in a transaction of its own. Fields named in `secrets` do not count as
   * content: no fast hash of a password is stored. It may do without If-Match.
   */
  writeIn<T extends object>(input: object, secrets: readonly string[]): Promise<IdempotentWrite<T>>
  /** The same for what is of more than one fleet: `work` sees all rows, and names in each query whose they are. */
  writeAcross<T extends object>(
    input: unknown,
    work: (tx: Transaction, precondition: { ifMatch: number | null }) => Promise<WriteResult<T>>,
  ): Promise<T>
}

export interface IdempotentWrite<T> {
  /** Returns the stored answer where this very request was answered before, else null. */
  first(): Promise<T | null>
  /** Runs `work` once per key and stores its answer in `tx`. A refusal is not stored: `tx` ends with it. */
  once(tx: Transaction, work: (precondition: { ifMatch: number | null }) => Promise<T>): Promise<T>
}

/** Result of a write with the status of its first answer (200 unless said). */
export interface WriteResult<T> {
  body: T
  status?: 200 | 201
}
