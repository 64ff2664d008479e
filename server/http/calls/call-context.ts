import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor, Party, ShopActor } from '#server/actor.ts'
import type { Transaction } from '#server/db/database.ts'
import type { CallAfterCommit } from '#server/external-call.ts'
import type { Precondition, UseCase } from '#server/use-case.ts'

/** Context that every call handler receives with its input. Created per request in server/http/. */
export interface CallContext {
  request: FastifyRequest
  reply: FastifyReply
  /** The signed-in actor. Throws not_signed_in without one. Calls with access 'anyone' do not use it. */
  actor(): Actor
  /** The shop that acts on its order. Throws not_signed_in on calls that are not for shops. */
  shop(): ShopActor
  /** The user or shop, whichever made this call. */
  party(): Party
  /** The first argument of a use case in `tx`. A use case with ports gets `{ ...context.useCase(tx), ports }`. */
  useCase(tx: Transaction): UseCase
  /** Runs `work` in a transaction that sees the party's fleet only. */
  read<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /** Like `read`, for rows of more than one fleet: `work` sees all rows, so each query must filter by user or fleet. */
  readAcross<T>(work: (tx: Transaction) => Promise<T>): Promise<T>
  /**
   * Runs an idempotent write in such a transaction, exactly once per Idempotency-Key. The key, its effect and its
   * response commit together. The same key again returns the stored response; rejections are stored too, except those
   * that may pass, such as 404. With other content the key is rejected with 422 key_reused. `work` may throw
   * `ExternalCallNeeded`, or return a `CallAfterCommit`: the call is made outside the transaction, then `work` runs again.
   * Sets ETag when the result has a `rev`. `ifMatch` is the revision that the client edited (null: not sent). The response
   * to a write of an entry that had taken effect before says whether the entry was deleted since.
   */
  write<T extends object>(
    input: unknown,
    work: (tx: Transaction, precondition: Precondition) => Promise<WriteResult<T> | CallAfterCommit>,
  ): Promise<T>
  /**
   * The protocol of `write` for a write that manages its own transaction. Fields named in `secrets` are not part of the
   * fingerprint, so that no fast hash of a password is stored. If-Match is optional.
   */
  writeIn<T extends object>(input: object, secrets: readonly string[]): Promise<IdempotentWrite<T>>
  /** Like `write`, for rows of more than one fleet: `work` sees all rows, so each query must filter by user or fleet. */
  writeAcross<T extends object>(
    input: unknown,
    work: (tx: Transaction, precondition: Precondition) => Promise<WriteResult<T>>,
  ): Promise<T>
  /**
   * Tells open apps that data of a fleet changed that devices store. `write` and `writeAcross` do this for the party's
   * fleet. Call it after the commit of any other write.
   */
  announce(fleetId: number): void
}

export interface IdempotentWrite<T> {
  /** Returns the stored response if this exact request was answered before, else null. */
  first(): Promise<T | null>
  /** Runs `work` once per key and stores its response in `tx`. A rejection is not stored: it rolls `tx` back. */
  once(tx: Transaction, work: (precondition: Precondition) => Promise<T>): Promise<T>
}

/** Result of a write with the status of its first response (default 200). */
export interface WriteResult<T> {
  body: T
  status?: 200 | 201 | 202
  /** An earlier request with another key has created this entity. */
  isKnown?: boolean
}
