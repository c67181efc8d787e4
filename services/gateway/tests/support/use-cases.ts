import { defaultPlans } from '@rts/shared/plans'
import type { Database } from '@rts/shared/service/transaction'
import { requireAccount } from '../../src/accounts/accounts.sql.ts'
import { changeContact, changePlan, closeAccount } from '../../src/accounts/changes.ts'
import { createAccount } from '../../src/accounts/opening.ts'
import { beginClaim, beginInPlace, settleClaim, upgradeInPlace } from '../../src/guests/claim-steps.ts'
import { releaseClaim } from '../../src/guests/claims.sql.ts'
import { createLink, holdByLink, readLink } from '../../src/guests/links.ts'
import { registerGuest } from '../../src/guests/registration.ts'
import { listKeys } from '../../src/keys/keys.sql.ts'
import { createKey, revoke } from '../../src/keys/keys.ts'

/** A use case on one database. */
function on<D, R extends unknown[], A>(database: D, useCase: (database: D, ...rest: R) => A): (...rest: R) => A {
  return (...rest) => useCase(database, ...rest)
}

export function accountsAt(database: Database) {
  return {
    create: on(database, createAccount),
    require: on(database, requireAccount),
    changePlan: on({ database, plans: defaultPlans }, changePlan),
    changeContact: on(database, changeContact),
    close: on(database, closeAccount),
  }
}

export function keysAt(database: Database) {
  return { create: on(database, createKey), list: on(database, listKeys), revoke: on(database, revoke) }
}

export function guestsAt(database: Database, maxActive = 1_000) {
  return { register: (order: Parameters<typeof registerGuest>[2]) => registerGuest(database, maxActive, order) }
}

export function linksAt(database: Database) {
  return {
    create: on(database, createLink),
    require: on(database, readLink),
    hold: on(database, holdByLink),
  }
}

/** The steps of a claim. */
export function claimStepsAt(database: Database) {
  return {
    begin: on(database, beginClaim),
    beginInPlace: on(database, beginInPlace),
    settle: on(database, settleClaim),
    upgrade: on(database, upgradeInPlace),
    release: on(database, releaseClaim),
  }
}
