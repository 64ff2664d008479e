import type { CurrentUser } from '#contract/access/session.ts'
import type { Brand } from '#contract/core/brand.ts'
import { distanceUnitOf } from '#contract/core/locale.ts'
import type { Actor } from '#server/actor.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { unlessUnavailable } from '#server/db/database-errors.ts'
import { REMEMBER_ME_DAYS, SESSION_REMEMBERED_DAYS, SESSION_SHORT_HOURS } from '#server/limits.ts'
import {
  type RequestOrigin,
  recordSignInEvents,
  type SignInMethod,
} from '#server/modules/access/sign-ins/sign-ins.service.ts'
import { Problem } from '#server/problem.ts'
import type { UseCase } from '#server/use-case.ts'
import { readCurrentUser } from '../account/account.service.ts'
import { mayActFor } from '../fleet-access.ts'
import * as sessions from './session.repository.ts'
import { hashToken, newToken } from './tokens.ts'

/** Data of the client that signs in. */
export interface Client extends RequestOrigin {
  brand: Brand
  sessionToken: string | null
  deviceToken: string | null
}

/** The authenticated sender of a request. `renewed`: its cookie should be renewed too. */
export interface Caller {
  actor: Actor
  /** Key of the fleet's brand. */
  brand: string
  isRemembered: boolean
  renewed: boolean
  epoch: string
}

export interface SignedIn {
  isSignedIn: true
  token: string
  deviceToken: string | null
  isRemembered: boolean
  user: CurrentUser
}
export type SignIn = { isSignedIn: false } | SignedIn

const hoursOf = (isRemembered: boolean) => (isRemembered ? SESSION_REMEMBERED_DAYS * 24 : SESSION_SHORT_HOURS)
/** Lifetime of the cookies of a remembered session and a remembered device, seconds. */
export const REMEMBERED_SESSION_SECONDS = SESSION_REMEMBERED_DAYS * 86_400
export const DEVICE_SECONDS = REMEMBER_ME_DAYS * 86_400

/**
 * Opens a session for a user whom the same transaction verified or created, and ends the previous one of this browser, so
 * that no token outlasts a sign-in. With `deviceToken` the device is remembered; without, one that already was stays
 * so, and belongs to this session.
 */
export async function openSession(
  { tx, ports }: Pick<UseCase<'brands'>, 'tx' | 'ports'>,
  newSession: {
    userId: number
    fleetId: number
    isRemembered: boolean
    deviceToken: string | null
    method: SignInMethod
    /** A one-time password has just verified the device. */
    isProved?: boolean
  },
  client: Client,
): Promise<SignedIn> {
  const { userId, fleetId, isRemembered, deviceToken } = newSession
  const token = newToken()
  const former = client.deviceToken ? hashToken(client.deviceToken) : null
  let deviceHash = deviceToken === null ? null : hashToken(deviceToken)
  let isNewDevice = false
  if (deviceHash) {
    const isProved = newSession.isProved ?? false
    isNewDevice = await sessions.replaceDevice(tx, userId, former, deviceHash, isProved)
  } else if (former && (await sessions.isDeviceOf(tx, userId, former))) {
    // Remembered by an earlier sign-in. Ending this session must forget the device too.
    deviceHash = former
  }
  if (client.sessionToken) await sessions.deleteSession(tx, hashToken(client.sessionToken))
  await sessions.insertSession(tx, {
    userId,
    fleetId,
    isRemembered,
    deviceHash,
    tokenHash: hashToken(token),
    userAgent: client.userAgent.slice(0, 300),
    hours: hoursOf(isRemembered),
  })
  await recordSignInEvents(tx, { userId, fleetId }, client, [
    { act: 'signed_in', method: newSession.method },
    ...(isNewDevice ? [{ act: 'device_remembered' as const }] : []),
  ])
  const user = await readCurrentUser({ db: tx, ports }, userId, fleetId)
  return { isSignedIn: true, token, deviceToken, isRemembered, user }
}

/**
 * Returns the caller of the session whose token has this hash; null if it is invalid. Extends the session's lifetime
 * every few minutes.
 */
export async function callerOfSession(db: Database, hash: Buffer, isPlain = false): Promise<Caller | null> {
  const row = await sessions.findSession(db, hash)
  if (!row || !mayActFor(row.roles, row.access)) return null
  if (isPlain && !row.accepts_plain_cookie) return null
  // Reads go on while the database accepts no writes (decision 105).
  const renewed =
    row.is_due_for_renewal &&
    (await unlessUnavailable(() => sessions.renewSession(db, hash, hoursOf(row.is_remembered)), false))
  const fleet = {
    id: row.fleet_id,
    country: row.country,
    unit: distanceUnitOf(row.country),
    timeZone: row.time_zone,
    affiliationId: row.affiliation_id,
  }
  return {
    actor: { userId: row.user_id, roles: row.roles, language: row.language, fleet },
    brand: row.brand,
    isRemembered: row.is_remembered,
    renewed,
    epoch: row.epoch,
  }
}

/** Returns the fleets of those sessions (hashes of their tokens, hex) that are still valid. */
export async function findLiveSessions(db: Queryable, hashes: string[]): Promise<Map<string, number>> {
  const rows = await sessions.listSessions(db, hashes)
  return new Map(
    rows
      .filter(({ roles, access }) => mayActFor(roles, access))
      .map(({ hash, fleet_id: fleetId }) => [hash, fleetId]),
  )
}

/** Switches the session to another fleet and returns the previous one. Errors: not_signed_in. */
export async function moveSession(tx: Queryable, token: string, fleetId: number): Promise<number> {
  const former = await sessions.moveSession(tx, hashToken(token), fleetId)
  if (former === null) throw new Problem('not_signed_in')
  return former
}

export const signOut = (db: Database, token: string, client: RequestOrigin): Promise<void> =>
  db.system(async (tx) => {
    const ended = await sessions.deleteSession(tx, hashToken(token))
    if (ended) await recordSignInEvents(tx, ended, client, [{ act: 'signed_out' }])
  })
