import { phoneDark } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { linkTo, newLogin, open, press, signIn, signUp, text, type } from '../support/person.ts'
import { at, restClient } from '../support/system.ts'

describeInBrowser('roles and sites', () => {
  let started: SystemInBrowser
  beforeAll(async () => {
    started = await startInBrowser()
  })
  afterEach(() => started.allLeave())
  afterAll(() => started?.remove())

  async function addSite(name: string): Promise<string> {
    const { baseUrl, apiKey } = started.system.connection
    const rest = restClient(baseUrl, apiKey)
    const { body } = await rest('POST', '/projects', { name, domain: `${name.toLowerCase()}.example.com` })
    const id = String(at(body, 'project', 'id'))
    await rest('POST', `/projects/${id}/keywords`, { keyword: 'tea' })
    return id
  }

  it('an owner invites a viewer to one site, who sees it alone, and nothing to press that changes it', async () => {
    const [own, other] = [await addSite('Shown'), await addSite('Hidden')]
    const [owner, viewer] = [await started.visit(), await started.visit(phoneDark)]
    await signIn(owner.page, started.system.owner)
    await open(owner.page, pages.team)
    const login = newLogin()
    await press(owner.page, 'Invite')
    await type(owner.page, 'Email', login.email)
    await owner.page.getByRole('radio', { name: /^Viewer/ }).check()
    await owner.page.getByLabel('Sees', { exact: true }).selectOption('some')
    expect(await owner.page.getByRole('button', { name: 'Send invite' }).isDisabled()).toBe(true)
    await owner.page.getByRole('checkbox', { name: /^Shown/ }).check()
    expect(await owner.faultsOf(owner.page)).toEqual([])
    await press(owner.page, 'Send invite')
    await text(owner.page, login.email)
    await text(owner.page, '1 site')
    await open(viewer.page, `${pages.invite}#${await linkTo(started.system, login.email, 'invite')}`)
    await viewer.page.getByRole('link', { name: 'Create account' }).click()
    await viewer.page.waitForURL(`**${pages.signUp}`)
    await signUp(viewer.page, started.system, login)
    await text(viewer.page, 'a viewer')
    await press(viewer.page, 'Join team')
    await press(viewer.page, 'Open the account')
    await viewer.page.getByRole('link', { name: /Shown/ }).first().waitFor()
    expect(await viewer.page.getByText('Hidden').count()).toBe(0)
    expect(await viewer.page.getByRole('button', { name: 'Add site' }).count()).toBe(0)
    expect(await viewer.faultsOf(viewer.page)).toEqual([])
    const keywords = pages.keywords.replace('$siteId', own)
    await open(viewer.page, keywords)
    await viewer.page.getByRole('link', { name: 'tea', exact: true }).first().waitFor()
    for (const name of ['Add keywords', 'Check now', 'Save view', 'Edit tea'])
      expect([name, await viewer.page.getByRole('button', { name }).count()]).toEqual([name, 0])
    expect(await viewer.page.getByRole('checkbox').count()).toBe(0)
    expect(await viewer.faultsOf(viewer.page)).toEqual([])
    await open(viewer.page, pages.site.replace('$siteId', other))
    await text(viewer.page, 'Site not found')
    for (const [page, reason] of [
      [pages.team, 'This page is about the whole account.'],
      [pages.prices, 'This page is about the whole account.'],
      [pages.keys, 'Only an owner or an admin of the account can open this page.'],
      [pages.settings.replace('$siteId', own), 'As a viewer you change nothing'],
    ] as const) {
      await open(viewer.page, page)
      await text(viewer.page, reason)
    }
    // From the next request on a member of all sites.
    await owner.page.reload()
    await press(owner.page, `Change ${login.email}`)
    await owner.page.getByRole('radio', { name: /^Member/ }).check()
    await owner.page.getByLabel('Sees', { exact: true }).selectOption('all')
    await press(owner.page, 'Save')
    await owner.page.getByRole('dialog').waitFor({ state: 'detached' })
    await open(viewer.page, keywords)
    await viewer.page.getByRole('button', { name: 'Add keywords' }).waitFor()
    await open(viewer.page, pages.home)
    await press(viewer.page, 'Hide')
    await viewer.page
      .getByRole('link', { name: /Hidden/ })
      .first()
      .waitFor()
  })
})
