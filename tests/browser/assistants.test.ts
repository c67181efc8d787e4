import { createHash } from 'node:crypto'
import { deskLight, phoneDark, type Visitor } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { until } from '@rts/local/testing/until'
import { connectPath } from '@rts/shared/contract/doors'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { layoutFaults, widths } from '../support/layout.ts'
import { type Login, newLogin, open, press, signIn, text } from '../support/person.ts'
import { signInAs } from '../support/person-calls.ts'
import { at, newAccount } from '../support/system.ts'

const redirectUri = 'http://127.0.0.1:9/callback'
const verifier = 'v'.repeat(43)
const challenge = createHash('sha256').update(verifier).digest('base64url')

describeInBrowser('assistants', () => {
  let started: SystemInBrowser
  let visitor: Visitor
  const member = newLogin()
  let owner: Login
  beforeAll(async () => {
    started = await startInBrowser()
    const { operator } = started.system
    const account = await newAccount(started.system, 'growth')
    owner = { ...newLogin(), email: account.email }
    await operator.call('persons.create', { body: { ...owner, name: 'Ann' } })
    await operator.call('persons.create', { body: { ...member, name: 'Ben' } })
    await account.rest('POST', '/team/invites', { email: member.email, role: 'viewer' })
    const calls = await signInAs(started.system, member, account.id)
    const { body } = await calls.op('receivedInvites.list')
    await calls.op('invites.accept', { body: { token: at(body, 'invites', 0, 'token') } })
    visitor = await started.visit()
    await signIn(visitor.page, owner)
  })
  afterAll(() => started?.remove())

  const appUrl = () => started.system.connection.appUrl
  const dialog = () => visitor.page.getByRole('dialog')

  async function expectNoFaults({ page, faultsOf }: Visitor): Promise<void> {
    for (const width of widths) expect(await layoutFaults(page, width)).toEqual([])
    await page.emulateMedia({ colorScheme: phoneDark.colorScheme })
    expect(await faultsOf(page)).toEqual([])
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(deskLight)
  }

  /** A client's link, and its way back, on which no program waits. */
  function link(clientId: string): string {
    const asked = {
      response_type: 'code',
      client_id: clientId,
      redirect_uri: redirectUri,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    }
    return `${connectPath}/authorize?${new URLSearchParams(asked)}`
  }

  async function register(client_name: string): Promise<string> {
    const answer = await fetch(`${appUrl()}${connectPath}/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ client_name, redirect_uris: [redirectUri] }),
    })
    return String(at(await answer.json(), 'client_id'))
  }

  /** A person agrees in a window of their own, and the client exchanges the code. */
  async function connect(login: Login, name: string): Promise<void> {
    const { page, faultsOf, leave } = await started.visit()
    await page.route(`${redirectUri}**`, (route) => route.fulfill({ body: 'Back at the client' }))
    await signIn(page, login)
    const clientId = await register(name)
    await open(page, link(clientId))
    await text(page, 'Connect a program on this computer?')
    await text(page, 'unverified: it registered itself')
    await text(page, name)
    expect(await faultsOf(page)).toEqual([])
    const button = page.getByRole('button', { name: 'Connect', exact: true })
    await until('the button to work', () => button.isEnabled())
    await button.click()
    await text(page, 'Back at the client')
    const code = new URL(page.url()).searchParams.get('code') ?? ''
    const form = { grant_type: 'authorization_code', code, client_id: clientId, code_verifier: verifier }
    const answer = await fetch(`${appUrl()}${connectPath}/token`, { method: 'POST', body: new URLSearchParams(form) })
    expect(answer.status).toBe(200)
    await leave()
  }

  it('a program that registered itself is called unverified, and is listed after the consent', async () => {
    await connect(owner, 'Probe')
    await connect(member, 'Companion')
    const { page } = visitor
    await open(page, pages.assistants)
    await text(page, '1 of 10 yours')
    await page.getByRole('row', { name: /Probe unverified a program on a computer you/ }).waitFor()
    await page.getByRole('row', { name: /Companion unverified a program on a computer Ben/ }).waitFor()
  })

  it('a client is made by hand by the keyboard alone, its secret is shown once, and it is deleted', async () => {
    const { page, faultsOf } = visitor
    await open(page, pages.assistants)
    await page.getByRole('button', { name: 'Make a client' }).focus()
    await page.keyboard.press('Enter')
    await dialog().getByLabel('Name', { exact: true }).and(page.locator(':focus')).waitFor()
    await page.keyboard.type('n8n')
    await page.keyboard.press('Tab')
    await page.keyboard.type('http://host.example/cb')
    await dialog().getByRole('button', { name: 'Make client' }).press('Enter')
    await dialog()
      .getByText(/must be an https address/i)
      .waitFor()
    await dialog().getByLabel('Redirect addresses').fill('https://host.example/cb')
    await dialog().getByRole('button', { name: 'Make client' }).press('Enter')
    await dialog()
      .getByText(/^rts_cs_/)
      .waitFor()
    expect(await faultsOf(page)).toEqual([])
    await dialog().getByRole('button', { name: 'Close' }).last().click()
    await press(page, 'I have saved it: close')
    await page.getByRole('row', { name: /n8n/ }).waitFor()
    await expectNoFaults(visitor)
    await press(page, 'Delete n8n')
    await dialog().getByRole('button', { name: 'Delete', exact: true }).click()
    await text(page, 'Most assistants need no client id.')
  })

  it('a key is made in a session of an hour ago once the password was typed', async () => {
    const { page } = visitor
    // The shared system has no session of an hour ago: it answers as the service does then, once.
    const problem = { code: 'sign_in_again', status: 403, title: 'Sign in again', detail: 'Sign in again first' }
    await page.route('**/api/op/keys.create', (route) => route.fulfill({ status: 403, json: problem }), { times: 1 })
    await open(page, pages.assistants)
    await press(page, 'Create a key')
    await dialog().getByLabel('Name', { exact: true }).fill('Claude')
    await dialog().getByRole('button', { name: 'Create key' }).click()
    await dialog()
      .getByText(/Sign in again first/)
      .waitFor()
    await dialog().getByLabel('Your password', { exact: true }).fill(owner.password)
    await dialog().getByRole('button', { name: 'Create key' }).click()
    await dialog()
      .getByText(/^rts_ak_/)
      .first()
      .waitFor()
    await dialog().getByRole('button', { name: 'Close' }).last().click()
    await press(page, 'I have saved it: close')
    await page.getByRole('row', { name: /Claude/ }).waitFor()
  })

  it('a viewer has the page with their own alone, and ends it', async () => {
    const other = await started.visit(phoneDark)
    await signIn(other.page, member)
    await open(other.page, pages.assistants)
    await text(other.page, '1 of 10 yours')
    await text(other.page, 'Companion')
    for (const hidden of ['Probe', 'Make a client', 'Create a key'])
      expect(await other.page.getByText(hidden).count()).toBe(0)
    await expectNoFaults(other)
    await press(other.page, 'Disconnect Companion')
    await other.page.getByRole('dialog').getByRole('button', { name: 'Disconnect', exact: true }).click()
    await text(other.page, '0 of 10 yours')
    await other.leave()
  })
})
