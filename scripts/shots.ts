// Takes pictures of the dashboard's pages into shots/, from a system of its own with the demo's data, and renews those of docs/pictures: npm run shots
import { copyFileSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { deskLight, drawn, type Look, openBrowser, phoneDark } from '../packages/local/src/testing/browser.ts'
import { pages } from '../services/dashboard/web/routes.ts'
import { open, signIn } from '../tests/support/person.ts'
import { publishClient } from '../tests/support/published-client.ts'
import { startTestSystem } from '../tests/support/system.ts'

const root = path.resolve(import.meta.dirname, '..')
const folder = path.join(root, 'shots')
const shown = path.join(root, 'docs', 'pictures')
type Name = keyof typeof pages
const outside: readonly Name[] = ['signUp', 'signIn', 'reference']
/** Pages that a link in a letter opens, and others that need more than a site. */
const special: readonly Name[] = ['verify', 'reset', 'newMail', 'claim', 'invite', 'connect', 'welcome']
const isInside = (name: Name) =>
  ![...outside, ...special].includes(name) && !pages[name].replace('$siteId', '').includes('$')
// safe because these are the keys of `pages`
const inside = (Object.keys(pages) as Name[]).filter(isInside)
const looks: Record<string, Look> = {
  'desk-light': deskLight,
  'desk-dark': { ...deskLight, colorScheme: 'dark' },
  'laptop-light': { ...deskLight, width: 1_280, height: 800 },
  'phone-light': { ...phoneDark, colorScheme: 'light' },
  'phone-dark': phoneDark,
}

mkdirSync(folder, { recursive: true })
const system = await startTestSystem()
const siteId = await system.fillDemo()
const client = await publishClient(system, {
  client_name: 'An assistant',
  redirect_uris: ['http://127.0.0.1/callback'],
})
const browser = await openBrowser()
try {
  for (const [look, how] of Object.entries(looks)) await takePictures(look, how)
  for (const name of readdirSync(shown)) copyFileSync(path.join(folder, name), path.join(shown, name))
} finally {
  await browser.close()
  await system.remove()
}

async function takePictures(look: string, how: Look): Promise<void> {
  const { page, leave } = await browser.visitor(system.connection.appUrl, how)
  const shoot = async (name: Name) => {
    await drawn(page)
    // Not the whole page: a windowed table is thousands of pixels high.
    await page.screenshot({ path: path.join(folder, `${name}-${look}.png`) })
    console.log(`${name}-${look}.png`)
  }
  const take = async (name: Name) => {
    await open(page, pages[name].replace('$siteId', siteId))
    await shoot(name)
  }
  for (const name of outside) await take(name)
  await signIn(page, system.owner)
  for (const name of inside) await take(name)
  await open(page, `${pages.connect}#${client.newRequest().request}`)
  // It takes no press at first: a trial waits, and presses nothing.
  await page.getByRole('button', { name: 'Connect' }).click({ trial: true })
  await shoot('connect')
  await leave()
}
