import { randomUUID } from 'node:crypto'
import type { Browser } from './browser.ts'
import type { World } from './world.ts'

export const password = 'correct horse battery'
export const freshMail = () => `p-${randomUUID()}@example.com`

/** Signs up in a browser; the mail is not yet verified. */
export async function signUp(browser: Browser, email = freshMail()): Promise<string> {
  const reply = await browser.post('/auth/sign-up', { email, password, name: 'Ada' })
  if (reply.status !== 200) throw new Error(`sign-up: ${reply.status} ${JSON.stringify(reply.body)}`)
  return email
}

/** Signs up and opens the link of the mail. */
export async function verified(world: World, browser = world.browser(), email = freshMail()): Promise<string> {
  await signUp(browser, email)
  // As on the way to an agent's link: no account is made yet.
  const body = { token: await world.linkTo(email, 'verify'), password, claims: true }
  const reply = await browser.post('/auth/verify', body)
  if (reply.status !== 200) throw new Error(`verify: ${reply.status} ${JSON.stringify(reply.body)}`)
  return email
}

export const signIn = (browser: Browser, email: string, secret = password) =>
  browser.post('/auth/sign-in', { email, password: secret })

/** A person who is signed in, with their account. */
export async function signedIn(world: World) {
  const browser = world.browser()
  const email = await verified(world, browser)
  const reply = await signIn(browser, email)
  if (reply.status !== 200) throw new Error(`sign-in: ${reply.status} ${JSON.stringify(reply.body)}`)
  const { body } = await browser.post('/api/session')
  return { browser, email, personId: String(body.person.id), accountId: String(body.accountId) }
}
