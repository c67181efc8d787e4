import { createTestDatabase, type TestDatabase } from '@rts/local/testing/database'
import { until } from '@rts/local/testing/until'
import type { EventState } from '@rts/shared/contract/events'
import { AppError } from '@rts/shared/errors'
import { accountProjection, type KnownAccount } from '@rts/shared/facts/account-projection'
import type { FactEffect } from '@rts/shared/facts/inbox'
import { type AskOwner, type SiteChange, siteProjection } from '@rts/shared/facts/site-projection'
import { readKit } from '@rts/shared/service/migration-files'
import { applyMigrations } from '@rts/shared/service/migrations'
import { inTransaction } from '@rts/shared/service/transaction'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'), 'projects')
  await applyMigrations(database.pool, { kit: readKit(['known']), own: [] })
})
afterAll(() => database.drop())

const createdAt = '2026-11-01T10:00:00.000Z'
const owned = { name: 'One', domain: 'example.com', country: 'us', language: 'en', createdAt, frozen: false }
const siteOf = (
  id: string,
  accountId: string,
  changes: Partial<EventState<'site.changed'>> = {},
): EventState<'site.changed'> => ({
  id,
  accountId,
  ...owned,
  deletedAt: null,
  ...changes,
})
const known = (id: string, accountId: string) => ({ id, accountId, ...owned, createdAt: new Date(createdAt) })

/** Takes a fact as the inbox does when it is news there. */
function take(
  effect: FactEffect,
  type: 'site.changed' | 'site.trashed' | 'site.deleted' | 'account.changed',
  version: number,
) {
  return (state: Record<string, unknown>) =>
    inTransaction(database.pool, (client) =>
      effect(client, { id: `${version}`, aggregate: `x:${state.id}`, version, type, state }),
    )
}
const changed = (effect: FactEffect, version: number, state: EventState<'site.changed'>) =>
  take(effect, 'site.changed', version)(state)
const deleted = (effect: FactEffect, version: number, site: EventState<'site.changed'>) =>
  take(effect, 'site.deleted', version)({ ...site, deletedAt: createdAt })
const trashed = (effect: FactEffect, version: number, site: EventState<'site.changed'>) =>
  take(effect, 'site.trashed', version)({ ...site, deletedAt: createdAt })

/** Simulates the service that owns sites: which account has which site, what it was asked, and when it answers. */
function simulatedOwner(sites: Record<string, string>) {
  const asked: string[] = []
  let open = Promise.resolve()
  const ask: AskOwner = async (accountId, siteId) => {
    asked.push(`${accountId} ${siteId}`)
    const owner = sites[siteId]
    await open
    if (owner !== accountId) throw new AppError('not_found', 'No such site')
    return owned
  }
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    open = promise
    return resolve
  }
  const give = (siteId: string, accountId: string) => {
    sites[siteId] = accountId
  }
  return { ask, asked, hold, give }
}
const noOwner = simulatedOwner({})
const sitesOf = (owner: { ask: AskOwner }) => siteProjection(database.pool, owner.ask)
const notFound = { code: 'not_found' }

describe('a site', () => {
  it('is what its newest fact says, and asks no owner', async () => {
    const sites = sitesOf(noOwner)
    await changed(sites.effect, 2, siteOf('new', 'ann', { domain: 'example.org' }))
    await changed(sites.effect, 1, siteOf('new', 'ann'))
    expect(await sites.require('ann', 'new')).toEqual({ ...known('new', 'ann'), domain: 'example.org' })
    expect(noOwner.asked).toEqual([])
  })

  it('that is unknown is asked for once, by all calls together, and known from then on', async () => {
    const owner = simulatedOwner({ miss: 'ann' })
    const answer = owner.hold()
    const sites = sitesOf(owner)
    const calls = Array.from({ length: 20 }, () => sites.require('ann', 'miss'))
    const { pool } = database
    await until('all look-ups to be over', () => pool.waitingCount === 0 && pool.idleCount === pool.totalCount)
    answer()
    expect(await Promise.all(calls)).toEqual(calls.map(() => known('miss', 'ann')))
    await sites.require('ann', 'miss')
    expect(owner.asked).toEqual(['ann miss'])
  })

  it('of another account is not found; an owner that is away is no such answer', async () => {
    const sites = sitesOf(simulatedOwner({ hers: 'ann' }))
    await sites.require('ann', 'hers')
    await expect(sites.require('ben', 'hers')).rejects.toMatchObject(notFound)
    const away = sitesOf({ ask: () => Promise.reject(new AppError('unavailable', 'away')) })
    await expect(away.require('ann', 'other')).rejects.toMatchObject({ code: 'unavailable' })
  })

  it('that is deleted stays deleted: no late fact and no late answer brings it back, and its name is free', async () => {
    const owner = simulatedOwner({ end: 'ann' })
    const answer = owner.hold()
    const sites = sitesOf(owner)
    const late = sites.require('ann', 'end')
    late.catch(() => {})
    while (owner.asked.length === 0) await database.pool.query('SELECT 1')
    await deleted(sites.effect, 3, siteOf('end', 'ann'))
    answer()
    await expect(late).rejects.toMatchObject(notFound)
    await changed(sites.effect, 2, siteOf('end', 'ann'))
    await changed(sites.effect, 4, siteOf('end', 'ann'))
    await expect(sites.require('ann', 'end')).rejects.toMatchObject(notFound)
    expect(await inTransaction(database.pool, (client) => sites.hold(client, 'end'))).toBe(false)
    const { rows } = await database.pool.query(`SELECT name, domain FROM known.site WHERE id = 'end'`)
    expect(rows).toEqual([{ name: '', domain: '' }])
    expect(owner.asked).toHaveLength(1)
  })

  it('that was claimed is its new account’s before the fact says so, and never its old one’s again', async () => {
    const owner = simulatedOwner({ moved: 'ben' })
    const sites = sitesOf(owner)
    await changed(sites.effect, 1, siteOf('moved', 'guest'))
    expect((await sites.require('ben', 'moved')).accountId).toBe('ben')
    await expect(sites.require('guest', 'moved')).rejects.toMatchObject(notFound)

    const before = simulatedOwner({ moved: 'guest' })
    const answer = before.hold()
    const stale = sitesOf(before)
    const late = stale.require('guest', 'moved')
    late.catch(() => {})
    while (before.asked.length === 0) await database.pool.query('SELECT 1')
    await changed(sites.effect, 2, siteOf('moved', 'ben'))
    answer()
    await expect(late).rejects.toMatchObject(notFound)
    expect((await sites.require('ben', 'moved')).accountId).toBe('ben')
  })

  it('reports each change to its listeners in the same transaction, and only once', async () => {
    const heard: string[] = []
    let refuses = false
    const sites = siteProjection(database.pool, noOwner.ask, {
      changed: async (_client, site) => {
        heard.push(`${site.id} ${site.state}`)
        if (refuses) throw new Error('the change is refused')
      },
    })
    await changed(sites.effect, 1, siteOf('heard', 'ann'))
    await changed(sites.effect, 1, siteOf('heard', 'ann'))
    refuses = true
    await expect(changed(sites.effect, 2, siteOf('heard', 'ann', { domain: 'bad.example' }))).rejects.toThrow('refused')
    refuses = false
    expect((await sites.require('ann', 'heard')).domain).toBe('example.com')
    await deleted(sites.effect, 3, siteOf('heard', 'ann'))
    expect(heard).toEqual(['heard live', 'heard live', 'heard ended'])
  })

  it('in the trash is not found, keeps its name, and comes back by its next fact; one that ended does not', async () => {
    const heard: Pick<SiteChange, 'state' | 'isRestored'>[] = []
    const sites = siteProjection(database.pool, noOwner.ask, {
      changed: async (_client, { state, isRestored }) => void heard.push({ state, isRestored }),
    })
    await changed(sites.effect, 1, siteOf('rests', 'ann'))
    await trashed(sites.effect, 2, siteOf('rests', 'ann'))
    await expect(sites.require('ann', 'rests')).rejects.toMatchObject(notFound)
    expect(await inTransaction(database.pool, (client) => sites.hold(client, 'rests'))).toBe(false)
    await changed(sites.effect, 4, siteOf('rests', 'ann'))
    await trashed(sites.effect, 3, siteOf('rests', 'ann'))
    expect(await sites.require('ann', 'rests')).toEqual(known('rests', 'ann'))
    await trashed(sites.effect, 5, siteOf('rests', 'ann'))
    await deleted(sites.effect, 6, siteOf('rests', 'ann'))
    await changed(sites.effect, 7, siteOf('rests', 'ann'))
    await expect(sites.require('ann', 'rests')).rejects.toMatchObject(notFound)
    expect(heard).toEqual([
      { state: 'live', isRestored: false },
      { state: 'resting', isRestored: false },
      { state: 'live', isRestored: true },
      { state: 'resting', isRestored: false },
      { state: 'ended', isRestored: false },
    ])
  })

  it('that is frozen is found as such, rests until a fact thaws it, and its owner is asked whether it still is', async () => {
    const heard: string[] = []
    const owner = simulatedOwner({ cold: 'ann' })
    const sites = siteProjection(database.pool, owner.ask, {
      changed: async (_client, { state, isRestored }) => void heard.push(isRestored ? 'restored' : state),
    })
    await changed(sites.effect, 1, siteOf('cold', 'ann'))
    expect(await sites.require('ann', 'cold')).toEqual(known('cold', 'ann'))
    await changed(sites.effect, 2, siteOf('cold', 'ann', { frozen: true }))
    expect(await sites.require('ann', 'cold')).toEqual({ ...known('cold', 'ann'), frozen: true })
    expect(await sites.isFrozen('cold')).toBe(false)
    await changed(sites.effect, 3, siteOf('cold', 'ann'))
    await deleted(sites.effect, 4, siteOf('cold', 'ann', { frozen: true }))
    expect(heard).toEqual(['live', 'resting', 'restored', 'ended'])
    expect([await sites.isFrozen('cold'), await sites.isFrozen('unknown')]).toEqual([false, false])
    expect(owner.asked).toEqual(['ann cold'])
  })

  it('that was restored is found before the fact says so, once it is the owner’s again', async () => {
    const owner = simulatedOwner({})
    const restored: string[] = []
    const sites = siteProjection(database.pool, owner.ask, {
      changed: async (_client, { id, isRestored }) => void (isRestored && restored.push(id)),
    })
    await changed(sites.effect, 1, siteOf('soon', 'ann'))
    await trashed(sites.effect, 2, siteOf('soon', 'ann'))
    await expect(sites.require('ann', 'soon')).rejects.toMatchObject(notFound)
    owner.give('soon', 'ann')
    expect(await sites.require('ann', 'soon')).toEqual(known('soon', 'ann'))
    await changed(sites.effect, 3, siteOf('soon', 'ann'))
    expect(restored).toEqual(['soon'])
  })
})

describe('an account', () => {
  it('is what its newest fact says; one that was closed stays so when an older fact comes late', async () => {
    const heard: KnownAccount[] = []
    const accounts = accountProjection(database.pool, { changed: async (_client, account) => void heard.push(account) })
    const tell = (version: number, state: KnownAccount) => take(accounts.effect, 'account.changed', version)(state)
    expect(await accounts.find('ann')).toBeNull()
    await tell(1, { id: 'ann', plan: 'guest', status: 'active', checkEveryDays: 7 })
    expect(await accounts.find('ann')).toEqual({ id: 'ann', plan: 'guest', status: 'active', checkEveryDays: 7 })
    await tell(3, { id: 'ann', plan: 'guest', status: 'closed' })
    await tell(2, { id: 'ann', plan: 'growth', status: 'active' })
    expect(await accounts.find('ann')).toEqual({ id: 'ann', plan: 'guest', status: 'closed' })
    expect(heard.map(({ status }) => status)).toEqual(['active', 'closed'])
  })
})
