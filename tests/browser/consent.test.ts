import { createHash } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import { deskLight, type Page, phoneDark } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { until } from '@rts/local/testing/until'
import { connectPath } from '@rts/shared/contract/doors'
import { portOf } from '@rts/shared/service/health'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { inTime, open, press, signIn, text } from '../support/person.ts'
import { clientPage, publish } from '../support/publish.ts'

const host = 'consent.sandbox.example'
const clientId = `https://${host}/client.json`
const appUrl = 'cursor://anysphere.cursor-mcp/oauth/callback'
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')

describeInBrowser('the page that asks for consent', () => {
  let started: SystemInBrowser
  let client: Server
  let returnTo: string
  /** The queries with which people came back. */
  const came: URLSearchParams[] = []
  beforeAll(async () => {
    client = createServer(({ url = '' }, res) => {
      const { pathname, searchParams } = new URL(url, 'http://client')
      if (pathname === '/back') came.push(searchParams)
      res.setHeader('content-type', 'text/html').end('<h1>Back at the client</h1>')
    })
    await new Promise<void>((resolve) => client.listen(0, '127.0.0.1', resolve))
    returnTo = `http://127.0.0.1:${portOf(client.address())}/back`
    started = await startInBrowser()
    const redirectUris = ['http://127.0.0.1/back', appUrl]
    const metadata = { client_id: clientId, client_name: 'Claude <b>', redirect_uris: redirectUris }
    await publish(started.system, host, clientPage(metadata))
  })
  afterEach(() => started.allLeave())
  afterAll(async () => {
    await started?.remove()
    client.close()
  })

  /** Where a client sends the person. */
  function link(more: Record<string, string> = {}): string {
    const asked = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: returnTo,
      state: '{"a": 1}',
      code_challenge: challenge,
      code_challenge_method: 'S256',
      resource: started.system.connection.appUrl + connectPath,
    }
    return `${connectPath}/authorize?${new URLSearchParams({ ...asked, ...more })}`
  }

  /** The button, once it may be pressed. */
  async function untilReady(page: Page) {
    const button = page.getByRole('button', { name: 'Connect', exact: true })
    await until('the button to work', () => button.isEnabled())
    return button
  }

  /** As the client does, once the person is back. */
  async function exchange(code: string): Promise<void> {
    const form = { grant_type: 'authorization_code', code, client_id: clientId, code_verifier: verifier }
    const answer = await fetch(`${started.system.connection.appUrl}${connectPath}/token`, {
      method: 'POST',
      body: new URLSearchParams(form),
    })
    expect(answer.status).toBe(200)
  }

  it.each([
    ['a phone at night', phoneDark],
    ['a desk by day', deskLight],
  ])(
    'is read on %s: signed out, the person signs in and comes back to it, and then to the client',
    async (_name, look) => {
      const { page, faultsOf } = await started.visit(look)
      await open(page, link())
      await text(page, 'A program requests access')
      expect(await faultsOf(page)).toEqual([])
      await page.getByRole('link', { name: 'Sign in' }).click()
      const { owner } = started.system
      await page.getByLabel('Email', { exact: true }).fill(owner.email)
      await page.getByLabel('Password', { exact: true }).fill(owner.password)
      await press(page, 'Sign in')
      await text(page, `Connect ${host}?`)
      expect(new URL(page.url()).pathname).toBe(pages.connect)
      await text(page, 'Claude <b>')
      await text(page, 'a program on this computer')
      await untilReady(page)
      expect(await faultsOf(page)).toEqual([])
      await press(page, 'Connect')
      await text(page, 'Back at the client')
      const back = came.at(-1)
      expect([back?.get('state'), back?.get('code')?.length]).toEqual(['{"a": 1}', 43])
      await exchange(back?.get('code') ?? '')
      await open(page, pages.assistants)
      await text(page, host)
    },
  )

  it('grants nothing as long as the sites to choose from cannot be read', async () => {
    const { page } = await started.visit()
    const { demoPerson } = started.system.connection
    await signIn(page, { email: demoPerson?.email ?? '', password: demoPerson?.password ?? '' })
    await page.route('**/api/op/sites.list', (route) => route.abort())
    await open(page, link())
    await text(page, 'The service cannot be reached')
    expect(await page.getByRole('button', { name: 'Connect', exact: true }).isEnabled()).toBe(false)
    await page.unrouteAll()
    await page.getByLabel('Sites').waitFor()
    await untilReady(page)
  })

  it('shows plainly that an app on this computer gets the answer, and stays, so that the person can open it', async () => {
    const { page, faultsOf } = await started.visit(phoneDark)
    await signIn(page, started.system.owner)
    await open(page, link({ redirect_uri: appUrl }))
    await text(page, 'an app on this computer (cursor:)')
    await untilReady(page)
    expect(await faultsOf(page)).toEqual([])
    await press(page, 'Connect')
    await text(page, 'Continue in the app')
    const opens = await page.getByRole('link', { name: 'Open the app' }).getAttribute('href')
    expect(opens).toMatch(/^cursor:\/\/anysphere\.cursor-mcp\/oauth\/callback\?code=[\w-]{43}&state=/)
    await exchange(new URL(opens ?? '').searchParams.get('code') ?? '')
    expect(await faultsOf(page)).toEqual([])
  })

  it('takes no press for a moment after it came into view: it may be meant for what lay over it', async () => {
    const { page } = await started.visit()
    await signIn(page, started.system.owner)
    await open(page, link())
    const button = await untilReady(page)
    await inTime(page, async () => {
      await page.evaluate(`dispatchEvent(new Event('focus'))`)
      await until('the button to wait', () => button.isDisabled())
      await page.clock.runFor(1_000)
      await untilReady(page)
    })
  })

  it('goes back by hand alone, also from a request that cannot be granted', async () => {
    const { page } = await started.visit()
    await open(page, link())
    await page.getByRole('link', { name: 'Sign in' }).click()
    const { owner } = started.system
    await page.getByLabel('Email', { exact: true }).fill(owner.email)
    await page.getByLabel('Password', { exact: true }).fill(owner.password)
    await press(page, 'Sign in')
    await page.getByRole('link', { name: 'Deny' }).click()
    await text(page, 'Back at the client')
    expect(came.at(-1)?.get('error')).toBe('access_denied')
    await open(page, link({ resource: 'https://other.example/mcp' }))
    await text(page, 'This request cannot be approved')
    await page.getByRole('link', { name: `Back to ${host}` }).click()
    await text(page, 'Back at the client')
    expect(came.at(-1)?.get('error')).toBe('invalid_target')
  })
})
