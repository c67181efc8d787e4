import { until } from '@rts/local/testing/until'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { offlinePage, pages } from '../web/routes.ts'
import { freshMail, password, signedIn, verified } from './support/people.ts'
import { invite, newOwner, startTeamWorld, tokenOf } from './support/team.ts'
import type { World } from './support/world.ts'

let world: World
beforeAll(async () => {
  world = await startTeamWorld()
})
afterAll(() => world.stop())

const indonesian = { 'accept-language': 'id-ID,id;q=0.9,en;q=0.8' }
const subjectsTo = (email: string) => world.letters(email).map((letter) => /^Subject: (.*)\r$/m.exec(letter)?.[1])

describe('a page', () => {
  const languageOf = async (headers: Record<string, string>, path: string = pages.signUp) =>
    /<html lang="(\w+)"/.exec((await world.browser().get(path, headers)).body)?.[1]

  it('is in the language that was chosen, else in the browser’s, else in English', async () => {
    expect(await languageOf({})).toBe('en')
    expect(await languageOf(indonesian)).toBe('id')
    expect(await languageOf({ ...indonesian, cookie: 'language=en' })).toBe('en')
    expect(await languageOf({ cookie: 'language=id' })).toBe('id')
    expect(await languageOf({ cookie: 'language="><script>' })).toBe('en')
    for (const plain of ['/unsubscribe?token=none', offlinePage])
      expect(await languageOf({ cookie: 'language=id' }, plain)).toBe('id')
  })

  it('has code of its own in each language, and the sheet of all', async () => {
    const filesOf = async (headers: Record<string, string>) =>
      [...String((await world.browser().get(pages.signUp, headers)).body).matchAll(/\/assets\/[\w.-]+/g)].map(String)
    const [english, other] = [await filesOf({}), await filesOf(indonesian)]
    const ofKind = (files: string[], kind: string) => files.filter((file) => file.endsWith(kind))
    expect(ofKind(other, '.css')).toEqual(ofKind(english, '.css'))
    expect(other.filter((file) => file.includes('/main-'))).not.toEqual(
      english.filter((file) => file.includes('/main-')),
    )
    for (const file of other) expect((await world.browser().get(file)).status).toBe(200)
  })
})

describe('a letter', () => {
  it('follows the sign-up’s browser, and then the person’s choice', async () => {
    const browser = world.browser()
    const email = freshMail()
    await browser.post('/auth/sign-up', { email, password, name: 'Ada' }, indonesian)
    const token = await world.linkTo(email, 'verify')
    expect(subjectsTo(email)).toEqual(['Konfirmasi alamat email Anda'])
    expect(world.letters(email)[0]).toContain('<html lang="id">')
    await browser.post('/auth/verify', { token, password })
    // From now on the stored language counts, whatever a browser says.
    const reply = await browser.post('/auth/sign-in', { email, password }, { 'accept-language': 'en' })
    expect(reply.setCookies.at(-1)).toMatch(/^language=id; Path=\/; Max-Age=31536000/)
    await browser.post('/auth/reset/send', { email })
    await world.linkTo(email, 'reset')
    expect((await browser.op('person.update', { body: { language: 'en' } })).status).toBe(200)
    await browser.post('/auth/reset/send', { email })
    await world.linkTo(email, 'reset', 2)
    expect(subjectsTo(email).slice(1)).toEqual(['Atur kata sandi baru', 'Set a new password'])
  })

  it('to an address without a person has the language of who causes it', async () => {
    const owner = await newOwner(world)
    await owner.browser.op('person.update', { body: { language: 'id' } })
    const stranger = freshMail()
    await invite(owner, stranger, 'admin')
    await tokenOf(world, stranger)
    expect(subjectsTo(stranger)).toEqual(['Anda diundang ke sebuah akun'])
    const reader = await verified(world)
    await invite(owner, reader)
    await tokenOf(world, reader)
    expect(subjectsTo(reader).at(-1)).toBe('You are invited to an account')
    const newMail = freshMail()
    await owner.browser.post('/auth/sign-in', { email: owner.email, password })
    await owner.browser.op('mailChange.create', { body: { email: newMail } })
    await world.linkTo(newMail, 'mail')
    expect(subjectsTo(newMail)).toEqual(['Konfirmasi alamat email baru Anda'])
  })
})

describe('the language of a person', () => {
  it('is that of the first sign-in where none is stored, and no other than a known one', async () => {
    const { browser, email, personId } = await signedIn(world)
    const { pool } = world.database
    await pool.query('UPDATE person SET language = NULL WHERE id = $1', [personId])
    await browser.post('/auth/sign-in', { email, password }, { ...indonesian, cookie: '' })
    const stored = async () => (await pool.query('SELECT language FROM person WHERE id = $1', [personId])).rows[0]
    await until('the language', async () => (await stored()).language === 'id')
    expect((await browser.op('person.update', { body: { language: 'de' } })).status).toBe(400)
    expect((await browser.op('person.update', { body: { name: 'Grace' } })).body.person.name).toBe('Grace')
    expect(await stored()).toEqual({ language: 'id' })
  })
})
