import { randomUUID } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { startNats } from '@rts/local/nats'
import { type SmtpServer, startSmtp } from '@rts/local/testing/smtp'
import { until } from '@rts/local/testing/until'
import type { EventState } from '@rts/shared/contract/events'
import { sweepFacts } from '@rts/shared/facts/start-facts'
import { writeFact } from '@rts/shared/facts/write'
import { createLogger } from '@rts/shared/logger'
import { createMailer } from '@rts/shared/mail/mailer'
import { createSeal } from '@rts/shared/seal'
import { inTransaction } from '@rts/shared/service/transaction'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { letterEffects } from '../src/letters/letters.ts'
import { startWorld, type World } from './support.ts'

const sealKeys = 'k2:the-newer-secret-of-tests,k1:the-older-secret-of-tests'
const support = 'support@example.com'
const folder = mkdtempSync(path.join(tmpdir(), 'letters-test-'))
let smtp: SmtpServer
let nats: Awaited<ReturnType<typeof startNats>>
let world: World
beforeAll(async () => {
  smtp = await startSmtp()
  // Its own broker: the gateway of another test file would receive these facts.
  nats = await startNats({ dataDir: folder, production: false })
  const mail = { SMTP_URL: smtp.url, SUPPORT_EMAIL: support, SEAL_KEYS: sealKeys }
  const PUBLIC_URL = 'https://ranks.example:8443/app'
  world = await startWorld({ env: { ...mail, NATS_URL: nats.url, PUBLIC_URL, DISABLED_SERVICES: '' } })
})
afterAll(async () => {
  // First, so that the gateway waits for no recipient that is held up.
  await smtp.close()
  await world.stop()
  await nats.stop()
  rmSync(folder, { recursive: true, force: true })
})

const at = '2026-01-15T12:00:00.000Z'
const newMail = () => `${randomUUID()}@example.com`
const mailsTo = (address: string) => smtp.received.filter(({ to }) => to === address)
/** A mail's header fields and body, each line whole again. */
const partsOf = (mail: { data: string } | undefined) => {
  const [head = '', ...body] = (mail?.data ?? '').split('\r\n\r\n')
  return { head: head.replace(/\r\n\s+/g, ' '), body: body.join('\r\n\r\n').replace(/=\r\n/g, '') }
}
const rows = async (text: string, ...values: unknown[]) => (await world.database.pool.query(text, values)).rows

/** Tells that strikes revoked a key, as admission does. */
async function revoke(ownerEmail: string, more: Partial<EventState<'key.revoked'>> = {}): Promise<string> {
  const keyId = randomUUID()
  const key = { keyId, name: 'my server', start: 'rts_sk_1234', accountId: 'a1', ownerEmail, strikes: 5, revokedAt: at }
  await inTransaction(world.database.pool, (client) =>
    writeFact(client, { type: 'key.revoked', aggregate: `key:${keyId}`, version: 1, state: { ...key, ...more } }),
  )
  return keyId
}

/** A letter as it waits, sealed with these keys. */
async function leave(to: string, keys: string): Promise<string> {
  const id = randomUUID()
  const key = { keyId: id, name: 'n', start: 's', accountId: 'a', ownerEmail: to, strikes: 5, revokedAt: at }
  const sealed = createSeal(keys).seal(JSON.stringify(key), id)
  const state = { id, kind: 'revokedForOwner', to, at, sealed }
  await inTransaction(world.database.pool, (client) =>
    writeFact(client, { type: 'letter.written', aggregate: `letter:${id}`, version: 1, state }, ['gateway.letters']),
  )
  return id
}

describe('the notice of a revoked key', () => {
  it('goes to its owner and to support, dated by the fact, answered to support, and marked as automatic', async () => {
    const owner = newMail()
    const keyId = await revoke(owner)
    await until('both letters', () => mailsTo(owner).length === 1 && mailsTo(support).length === 1)
    const { head, body } = partsOf(mailsTo(owner)[0])
    expect(head).toContain(`Message-ID: <letter.key-revoked.${keyId}.owner@ranks.example>`)
    expect(head).toContain('Date: Thu, 15 Jan 2026 12:00:00 +0000')
    expect(head).toContain('Auto-Submitted: auto-generated')
    expect(head).toContain(`Reply-To: ${support}`)
    expect(body).toMatch(/Content-Type: text\/plain[\s\S]*Content-Type: text\/html/)
    expect(body).toContain('The server key "my server" (rts_sk_1234')
    expect(body).not.toContain('Account a1')
    expect(partsOf(mailsTo(support)[0]).body).toContain(`Account a1, owner ${owner}`)
  })

  it('waits without its words: they are sealed, and deleted a day after they were sent', async () => {
    const owner = newMail()
    const keyId = await revoke(owner, { name: 'the-canary-name' })
    await until('the letter', () => mailsTo(owner).length === 1)
    const held = () => rows('SELECT state FROM facts.event WHERE aggregate = $1', `letter:key-revoked.${keyId}.owner`)
    const [{ state }] = (await held()) as [{ state: EventState<'letter.written'> }]
    expect(state).toMatchObject({ kind: 'revokedForOwner', to: owner, at, sealed: expect.stringMatching(/^k2\./) })
    expect(JSON.stringify(state)).not.toContain('canary')
    const isDone = async () =>
      (
        await rows(
          'SELECT 1 FROM facts.delivery d JOIN facts.event e ON e.id = d.event_id WHERE e.aggregate = $1 AND d.done_at IS NOT NULL',
          `letter:key-revoked.${keyId}.owner`,
        )
      ).length === 1
    await until('it to be done', isDone)
    await rows(`UPDATE facts.event SET created_at = created_at - interval '25 hours'`)
    await rows(`UPDATE facts.delivery SET done_at = done_at - interval '25 hours'`)
    await sweepFacts(world.database.pool)
    expect(await held()).toEqual([])
  })

  it('has hostile names as text, in one message to one recipient', async () => {
    const owner = newMail()
    await revoke(owner, {
      name: 'x\r\nBcc: victim@example.com\r\n\r\n<img src=//evil.example>',
      start: 'rts\r\nBcc: v@e.co',
    })
    await until('the letter', () => mailsTo(owner).length === 1)
    const { head, body } = partsOf(mailsTo(owner)[0])
    expect(head).not.toMatch(/^Bcc:/im)
    expect(body.slice(body.indexOf('text/html'))).not.toContain('<img')
    expect(smtp.received.filter(({ to }) => /victim|v@e/.test(to))).toEqual([])
  })
})

describe('a letter', () => {
  it('is not written by a transaction that is rolled back', async () => {
    const owner = newMail()
    const { 'gateway.notices': notices } = effects()
    const state = {
      keyId: 'never',
      name: 'n',
      start: 's',
      accountId: 'a',
      ownerEmail: owner,
      strikes: 5,
      revokedAt: at,
    }
    const fact = { id: 'f', type: 'key.revoked', aggregate: 'key:never', version: 1, state } as const
    const broken = inTransaction(world.database.pool, async (client) => {
      await notices(client, fact)
      throw new Error('broken off')
    })
    await expect(broken).rejects.toThrow('broken off')
    expect(await rows(`SELECT 1 FROM facts.event WHERE aggregate LIKE 'letter:key-revoked.never%'`)).toEqual([])
  })

  it('that is sent again is the same to the byte, by SMTP and as a file', async () => {
    const [to, files] = [newMail(), path.join(folder, 'eml')]
    const mail = { to, subject: 'Übung', text: 'a\n', html: '<p>a</p>', messageId: `<letter.1@x>`, date: new Date(at) }
    const from = 'Ranks <noreply@example.com>'
    for (const smtpUrl of [smtp.url, undefined]) {
      const mailer = createMailer({ smtpUrl, from, folder: files })
      const copies: string[] = []
      for (let i = 0; i < 2; i++) {
        await mailer.send(mail)
        for (const name of smtpUrl ? [] : readdirSync(files))
          copies.push(readFileSync(path.join(files, name), 'latin1'))
      }
      if (smtpUrl) copies.push(...mailsTo(to).map(({ data }) => data))
      expect(copies).toHaveLength(2)
      expect(copies[0]).toBe(copies[1])
    }
  })

  it('to an address that is a list goes to no other address', async () => {
    const mailer = createMailer({ smtpUrl: smtp.url, from: 'a@example.com', folder })
    const mail = { subject: 's', text: 't', html: 'h', messageId: '<letter.2@x>', date: new Date(at) }
    const others = ['one@list.example', 'two@list.example']
    await mailer.send({ ...mail, to: others.join(', ') }).catch(() => {})
    for (const other of others) expect(mailsTo(other)).toEqual([])
  })

  it('sealed with an older key of the list is sent; one whose key is lost is kept and named, and holds no other letter up', async () => {
    const [lost, older, owner] = [newMail(), newMail(), newMail()]
    const id = await leave(lost, 'k0:a-secret-that-is-lost')
    await leave(older, 'k1:the-older-secret-of-tests')
    await revoke(owner)
    await until('the others', () => mailsTo(older).length === 1 && mailsTo(owner).length === 1)
    const failed = () =>
      rows(
        `SELECT d.last_error FROM facts.delivery d JOIN facts.event e ON e.id = d.event_id
         WHERE e.aggregate = $1 AND d.done_at IS NULL AND d.last_error IS NOT NULL`,
        `letter:${id}`,
      )
    await until('the failed try', async () => (await failed()).length === 1)
    expect(mailsTo(lost)).toEqual([])
    const ready = await fetch(`http://127.0.0.1:${world.gateway.adminPort}/readyz`)
    expect(ready.status).toBe(200)
  })

  it('waits for no other recipient: many letters to a slow one hold no other up', async () => {
    const [slow, quick] = [newMail(), newMail()]
    smtp.holdUp(slow)
    for (let i = 0; i < 40; i++) await leave(slow, sealKeys)
    for (let i = 0; i < 3; i++) await leave(quick, sealKeys)
    // One after the other, the slow ones would take 400 seconds.
    await until('the quick ones', () => mailsTo(quick).length === 3)
    expect(mailsTo(slow)).toEqual([])
  })
})

function effects() {
  const config = { SMTP_URL: smtp.url, MAIL_FROM: 'a@example.com', DATA_DIR: folder, SUPPORT_EMAIL: support }
  const more = { PUBLIC_URL: 'http://127.0.0.1:8080' }
  return letterEffects({ ...config, ...more }, createSeal(sealKeys), createLogger('test', 'silent'))
}
