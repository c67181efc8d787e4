import { phoneDark } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { until } from '@rts/local/testing/until'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { connectAgent } from '../../services/mcp/tests/support/agent.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { linkTo, newLogin, open, press, signIn, signUp, text, type } from '../support/person.ts'
import { at, restClient, type TestSystem } from '../support/system.ts'

describeInBrowser('people', () => {
  let system: TestSystem
  let visit: SystemInBrowser['visit']
  let started: SystemInBrowser
  beforeAll(async () => {
    started = await startInBrowser()
    ;({ system, visit } = started)
  })
  afterEach(() => started.allLeave())
  afterAll(() => started?.remove())

  /** An agent that has registered itself and added a site; with its link. */
  async function agentWithSite() {
    const stranger = await connectAgent(system.connection.mcpUrl)
    const { data } = await stranger.call('register', { agent_name: 'Helper' })
    await stranger.close()
    const agent = await connectAgent(system.connection.mcpUrl, { token: String(data.token) })
    await agent.call('add_project', { domain: 'peets.com' })
    const link = await agent.call('request_link', { reason: 'To go on tomorrow' })
    return { agent, url: String(link.data.url) }
  }
  const kindOf = async ({ call }: Awaited<ReturnType<typeof connectAgent>>) => (await call('account_status')).data.kind

  it('a person without an account keeps what an agent registered, and the agent goes on', async () => {
    const { agent, url } = await agentWithSite()
    expect(await kindOf(agent)).toBe('guest')
    const { page, faultsOf } = await visit(phoneDark)
    await open(page, url)
    await text(page, 'peets.com')
    expect(await faultsOf(page)).toEqual([])
    const login = newLogin()
    await page.getByRole('link', { name: 'Create account' }).click()
    await page.waitForURL(`**${pages.signUp}`)
    await signUp(page, system, login)
    await press(page, 'Keep site')
    await press(page, 'Go to your sites')
    await page.getByRole('link', { name: 'peets.com' }).waitFor()
    expect(await kindOf(agent)).toBe('lasting')
    await open(page, url)
    await text(page, 'Someone already keeps this site')
    await agent.close()
  })

  it('a person with an account gets the site into it, and stops the agent', async () => {
    const { page } = await visit()
    const login = newLogin()
    await signUp(page, system, login)
    const { agent, url } = await agentWithSite()
    await open(page, url)
    await page.getByRole('radio', { name: /Disconnect it/ }).check()
    await press(page, 'Keep site')
    await text(page, 'The site is yours')
    await open(page, pages.home)
    await page.getByRole('link', { name: 'peets.com' }).waitFor()
    await expect(agent.call('account_status')).rejects.toThrow()
    await agent.close()
  })

  it('an owner invites somebody who is new, sees them in the team, and removes them', async () => {
    const [owner, guest] = [await visit(), await visit(phoneDark)]
    await signIn(owner.page, system.owner)
    await open(owner.page, pages.team)
    const login = newLogin()
    await press(owner.page, 'Invite')
    await type(owner.page, 'Email', login.email)
    await owner.page.getByRole('radio', { name: /^Admin/ }).check()
    await press(owner.page, 'Send invite')
    await text(owner.page, login.email)
    await open(guest.page, `${pages.invite}#${await linkTo(system, login.email, 'invite')}`)
    await guest.page.getByRole('link', { name: 'Create account' }).click()
    await guest.page.waitForURL(`**${pages.signUp}`)
    await signUp(guest.page, system, login)
    await press(guest.page, 'Join team')
    await press(guest.page, 'Open the account')
    await guest.page.waitForURL(({ pathname }) => pathname === pages.home)
    await open(guest.page, pages.keys)
    await text(guest.page, 'Create a key')
    const { body } = await restClient(system.connection.baseUrl, system.connection.apiKey)('POST', '/projects', {
      name: 'Shared',
      domain: 'shared.example',
    })
    const settings = pages.settings.replace('$siteId', String(at(body, 'project', 'id')))
    await open(guest.page, settings)
    await guest.page.getByRole('button', { name: 'Delete site' }).waitFor()
    expect(await guest.faultsOf(guest.page)).toEqual([])
    await owner.page.reload()
    await press(owner.page, `Change ${login.email}`)
    await owner.page.getByRole('radio', { name: /^Member/ }).check()
    await press(owner.page, 'Save')
    await owner.page.getByRole('dialog').waitFor({ state: 'detached' })
    await open(guest.page, pages.home)
    await guest.page.keyboard.press('?')
    await guest.page.getByText('Go to the sites').waitFor()
    expect(await guest.page.getByText('Go to the API keys').count()).toBe(0)
    await open(guest.page, settings)
    await guest.page.getByRole('button', { name: 'Pause checks' }).waitFor()
    expect(await guest.page.getByRole('button', { name: 'Delete site' }).count()).toBe(0)
    await press(owner.page, `Change ${login.email}`)
    await press(owner.page, 'Remove from the account')
    await owner.page.getByText(login.email).first().waitFor({ state: 'detached' })
    // The log hears of it a moment later.
    await until('the log to say so', async () => {
      await open(owner.page, pages.audit)
      return owner.page.getByRole('row', { name: /^member removed .*person: a former member/ }).isVisible()
    })
    await guest.page.reload()
    // From then on in an account of their own, which is made meanwhile.
    await guest.page
      .getByText(/Creating your account|First steps|Site not found/)
      .first()
      .waitFor({ state: 'attached' })
  })

  it('an owner closes their account: its key opens nothing any more', async () => {
    const { page } = await visit()
    const login = newLogin()
    await signUp(page, system, login)
    await open(page, pages.keys)
    await press(page, 'Create a key')
    await type(page, 'Name', 'my server')
    await press(page, 'Create key')
    const key = await page.getByText(/^rts_sk_\w+$/).textContent()
    const rest = restClient(system.connection.baseUrl, String(key))
    expect((await rest('GET', '/projects')).status).toBe(200)
    const other = await visit()
    await signIn(other.page, login)
    await open(other.page, pages.account)
    await press(other.page, 'Close the account')
    await type(other.page, `Type ${login.email}`, login.email)
    await type(other.page, 'Your password', login.password)
    await other.page.getByRole('dialog').getByRole('button', { name: 'Close the account' }).click()
    await other.page.waitForURL(`**${pages.signIn}`)
    expect((await rest('GET', '/projects')).body.code).toBe('invalid_key')
  })
})
