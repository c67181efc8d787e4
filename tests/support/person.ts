import path from 'node:path'
import type { Page } from '@rts/local/testing/browser'
import { tokensTo } from '@rts/local/testing/letters'
import { until } from '@rts/local/testing/until'
import { pages } from '../../services/dashboard/web/routes.ts'
import type { TestSystem } from './system.ts'

export type Login = { email: string; password: string }

export const newLogin = (): Login => ({
  email: `p-${crypto.randomUUID()}@example.com`,
  password: 'correct horse battery',
})

const openRequests = new WeakMap<Page, Set<unknown>>()

/** The requests of a page that have no answer yet. */
function requestsOf(page: Page): ReadonlySet<unknown> {
  const known = openRequests.get(page)
  if (known) return known
  const open = new Set<unknown>()
  openRequests.set(page, open)
  page.on('request', (request) => open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  return open
}

/** Opens a page, and waits until it shows what it has read: not every part of a page says that it is loading. */
export async function open(page: Page, address: string): Promise<void> {
  const requests = requestsOf(page)
  await page.goto(address)
  await until('every request to be answered', async () => {
    if (requests.size > 0) return false
    // A page that draws an answer asks its next question before it is idle twice; one that goes on to another is not there yet.
    // A page that draws nothing more may be given no idle time at all.
    const idle = `new Promise((resolve) => {
      const idly = (then) => requestIdleCallback(then, { timeout: 1_000 })
      idly(() => idly(() => resolve(true)))
    })`
    return (await page.evaluate(idle).catch(() => false)) === true && requests.size === 0
  })
  await shown(page)
}

/** Waits until a page has its heading and nothing on it is loading. */
export async function shown(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor()
  await page.getByText('Loading…').first().waitFor({ state: 'hidden' })
}

/** Waits for a heading or another text of a page, in these very letters: “paid” is not “Paid”. */
export const text = (page: Page, words: string) =>
  page
    .getByText(new RegExp(RegExp.escape(words)))
    .first()
    .waitFor()
export const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
/** Opens what stands behind the name of the account, beside a wide page. */
export const openAccountMenu = (page: Page) => page.getByRole('button', { name: /^Account: / }).click()
/** Opens a group of the menu beside a wide page. */
export const openMenuGroup = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Menu' }).getByRole('button', { name, exact: true }).click()
export const type = (page: Page, label: string, words: string) => page.getByLabel(label, { exact: true }).fill(words)

/** Waits until a form says that it was saved, which is not “Not saved yet”, and its button can be pressed again. */
export async function saved(page: Page): Promise<void> {
  await page.getByRole('status').getByText('Saved', { exact: true }).waitFor()
  await page.locator('button[aria-busy]').first().waitFor({ state: 'detached' })
}

/** Sorts a table by a column, and waits until its rows stand in that order: the address says so before. */
export async function sortBy(page: Page, column: string): Promise<void> {
  const head = page.getByRole('columnheader', { name: column, exact: true })
  await head.getByRole('button').click()
  await head.and(page.locator('[aria-sort]')).waitFor()
}

/**
 * Takes steps while the page's clock is stopped, so that an undo of some seconds does not expire. From then on frames
 * are drawn for all pages of the visitor, so that none of them is asked about its layout.
 */
export async function inTime(page: Page, steps: () => Promise<void>): Promise<void> {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 30_000)
  await steps().finally(() => page.clock.resume())
}

/** Signs up on the page and confirms the address by the link of the mail, which signs in. */
export async function signUp(page: Page, system: TestSystem, { email, password }: Login): Promise<void> {
  await open(page, pages.signUp)
  await type(page, 'Email', email)
  await type(page, 'Password', password)
  await press(page, 'Create account')
  await text(page, 'Check your email')
  await open(page, `${pages.verify}#${await linkTo(system, email, 'verify')}`)
  await press(page, 'Confirm email')
  await page.waitForURL(({ pathname }) => pathname !== pages.verify)
  await shown(page)
}

/** Signs in on the page, and waits for a page inside. */
export async function signIn(page: Page, login: Login): Promise<void> {
  await tryToSignIn(page, login)
  await page.waitForURL(({ pathname }) => pathname !== pages.signIn)
  await shown(page)
}

export async function tryToSignIn(page: Page, { email, password }: Login): Promise<void> {
  await open(page, pages.signIn)
  await type(page, 'Email', email)
  await type(page, 'Password', password)
  await press(page, 'Sign in')
}

/** Waits for the token of a link in the mail to an address. */
export function linkTo({ folder }: TestSystem, email: string, page: string): Promise<string> {
  return until(`a ${page} mail to ${email}`, () => tokensTo(path.join(folder, 'mail'), email, page).at(-1))
}
