import path from 'node:path'
import { deskLight, type Locator, type Look, type Page, phoneDark } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { lettersTo } from '@rts/local/testing/letters'
import { gentlyMs, until } from '@rts/local/testing/until'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { type Login, newLogin, open, press, signIn, signUp, text, type } from '../support/person.ts'
import { at, type Rest, restClient } from '../support/system.ts'

const digits = (amount: string) => amount.replace(/\D/g, '')

describeInBrowser('buying a plan', () => {
  let started: SystemInBrowser
  beforeAll(async () => {
    started = await startInBrowser()
  })
  afterEach(() => started.allLeave())
  afterAll(() => started?.remove())

  async function newPerson(look?: Look) {
    const { page, faultsOf } = await started.visit(look)
    const login = newLogin()
    await signUp(page, started.system, login)
    return { page, faultsOf, login }
  }
  const operator = () => started.system.operator
  async function accountOf({ email }: Login) {
    const { accounts } = await operator().call('accounts.list', {})
    const id = accounts.find((account) => account.email === email)?.id ?? ''
    const { secret } = await operator().call('keys.create', { params: { accountId: id }, body: { name: 'till' } })
    return { id, rest: restClient(started.system.connection.baseUrl, secret) }
  }
  /** Orders a plan, and is at the provider's page; answers the amount that the dialog has shown. */
  async function order(page: Page, button: string): Promise<string> {
    await open(page, pages.prices)
    await press(page, button)
    const shown = (await page.getByRole('dialog').locator('dl b').textContent()) ?? ''
    await press(page, 'Pay')
    await page.waitForURL(({ origin }) => origin !== started.system.connection.appUrl)
    return shown
  }
  async function choose(page: Page, method: RegExp, answer: string) {
    await page.getByLabel(method).check()
    await press(page, 'Continue')
    await press(page, answer)
    await page.waitForURL(`**${pages.order.replace('$orderId', '*')}*`)
  }
  /** The account follows its payment within a moment. */
  const untilCallsPerDay = (rest: Rest, wanted: number) =>
    until(
      `${wanted} calls a day`,
      async () => at((await rest('GET', '/projects')).body, 'allowance', 'limit') === wanted,
      undefined,
      gentlyMs,
    )
  const fact = (place: Locator, name: string) => place.locator(`dt:text-is("${name}") + dd`).textContent()
  const daysOf = (place: Locator) => Promise.all(['From', 'Until'].map((name) => fact(place, name)))
  const isPaid = (page: Page) => page.getByText('is active now')
  const orderIdOf = (page: Page) => new URL(page.url()).pathname.split('/').at(-1) ?? ''
  /** Changes at the provider without the person. */
  async function atTheTill(deal: object) {
    const answer = await fetch(`${started.system.connection.sandboxUrl}/control/payments`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(deal),
    })
    expect(answer.status).toBe(200)
  }

  it('Starter by QRIS, Growth by a virtual account and Agency by an e-wallet: each counts at once over REST, and each has a receipt', async () => {
    const { page, faultsOf, login } = await newPerson(phoneDark)
    const { rest } = await accountOf(login)
    for (const [button, method, callsPerDay] of [
      ['Buy Starter', /QRIS/, 100],
      ['Buy Growth', /virtual account/, 400],
      ['Buy Agency', /e-wallet/, 800],
    ] as const) {
      const shown = await order(page, button)
      // Providers write amounts with dots.
      await page.getByText(/^Rp/).waitFor()
      expect(digits((await page.getByText(/^Rp/).textContent()) ?? '')).toBe(digits(shown))
      await choose(page, method, 'Pay')
      await isPaid(page).waitFor()
      expect(await page.locator('main dl').textContent()).toContain(shown)
      await page.getByRole('link', { name: 'Receipt' }).click()
      expect(await page.getByRole('row').filter({ hasText: 'Total' }).textContent()).toContain(shown)
      await open(page, pages.orders)
      expect(await page.locator('tbody tr[data-index]').first().textContent()).toContain(shown)
      await untilCallsPerDay(rest, callsPerDay)
    }
    const tagged = await rest('POST', '/projects', { name: 'Shop', domain: 'example.com', tags: ['shop'] })
    expect(tagged.status).toBe(200)
    await open(page, pages.orders)
    await text(page, '3 orders')
    await open(page, pages.prices)
    await text(page, 'Agency is paid until')
    expect((await faultsOf(page)).filter((fault) => !fault.startsWith('foreign request'))).toEqual([])
  })

  it('a paid period has the same days in its dialog, order, receipt and letter, for people west and east of UTC, and in Indonesian', async () => {
    const { owner, folder, connection } = started.system
    // At any time of the day one of these two has another date than UTC.
    const { page: west } = await started.visit({ ...deskLight, timezoneId: 'Pacific/Honolulu' })
    const { page: east } = await started.visit({ ...phoneDark, timezoneId: 'Pacific/Kiritimati' })
    for (const page of [west, east]) await signIn(page, owner)
    await open(west, pages.prices)
    await press(west, 'Buy Agency')
    const offered = await daysOf(west.getByRole('dialog'))
    const [from, end] = offered
    await press(west, 'Pay')
    await west.waitForURL(({ origin }) => origin !== connection.appUrl)
    await choose(west, /QRIS/, 'Pay')
    await isPaid(west).waitFor()
    const orderId = orderIdOf(west)
    for (const page of [west, east]) {
      await open(page, pages.order.replace('$orderId', orderId))
      expect(await daysOf(page.locator('main'))).toEqual(offered)
      const paid = await fact(page.locator('main'), 'Paid')
      await open(page, pages.receipt.replace('$orderId', orderId))
      await text(page, `Agency plan, 1 month, ${from} to ${end}`)
      expect(await fact(page.locator('main'), 'Paid')).toBe(paid)
      await open(page, pages.prices)
      await text(page, `Agency is paid until ${end}`)
    }
    const letter = await until('the receipt by mail', () =>
      lettersTo(path.join(folder, 'mail'), owner.email).find((each) => each.includes('Subject: Receipt')),
    )
    const long = { dateStyle: 'long', timeZone: 'UTC' } as const
    expect(letter).toContain(`until ${new Date(`${end} UTC`).toLocaleDateString('en-GB', long)}`)
    await east.context().addCookies([{ name: 'language', value: 'id', url: connection.appUrl }])
    await open(east, pages.receipt.replace('$orderId', orderId))
    const names = await east.locator('dt').allTextContents()
    expect(names).toEqual(['Penjual', 'Pembeli', 'Pesanan', 'Dibayar', 'Dibayar dengan'])
    await text(east, 'Paket Agency, 1 bulan, ')
    expect(await east.locator('tfoot').innerText()).toMatch(/^Total\s+Rp/)
    // The cells of a card say their column; the total has a name of its own.
    expect(await east.evaluate('getComputedStyle(document.querySelector("tfoot td"), "::before").content')).toBe('none')
  })

  it('a price that has changed meanwhile is shown anew before anything is paid', async () => {
    const { page } = await newPerson()
    // As if another price had been shown: the service compares it with its own.
    await page.route(
      '**/api/op/orders.create',
      async (route) => {
        const { body } = route.request().postDataJSON()
        await route.continue({ postData: JSON.stringify({ body: { ...body, dueIdr: body.dueIdr - 1 } }) })
      },
      { times: 1 },
    )
    await open(page, pages.prices)
    await press(page, 'Buy Starter')
    await press(page, 'Pay')
    await text(page, 'The price has changed: check the amount, then pay')
    const shown = (await page.getByRole('dialog').locator('dl b').textContent()) ?? ''
    await press(page, 'Pay')
    await page.waitForURL(({ origin }) => origin !== started.system.connection.appUrl)
    await page.getByText(/^Rp/).waitFor()
    expect(digits((await page.getByText(/^Rp/).textContent()) ?? '')).toBe(digits(shown))
  })

  it('a payment that is refused can be tried again, one that comes after the end counts, and nothing can be paid twice', async () => {
    const { page, login } = await newPerson()
    const { rest } = await accountOf(login)
    await order(page, 'Buy Starter')
    const till = page.url()
    await choose(page, /QRIS/, 'Be refused')
    await text(page, 'Not paid yet')
    const orderId = orderIdOf(page)
    await page.getByRole('link', { name: 'Go to the payment page' }).click()
    await choose(page, /virtual account/, 'Let it expire')
    await text(page, 'Not paid yet')
    await press(page, 'Cancel order')
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel order' }).click()
    await text(page, 'Cancelled. Nothing was paid.')
    await atTheTill({ orderId, do: 'pay', method: 'qris' })
    // The page of a cancelled order does not follow it.
    await until('the payment counts', async () => {
      await open(page, pages.order.replace('$orderId', orderId))
      return isPaid(page).isVisible()
    })
    await untilCallsPerDay(rest, 100)
    await page.goto(till)
    await text(page, 'This is paid')
  })

  it('somebody who is back before the notice, which never comes, sees the plan all the same, and lowers it for later', async () => {
    const { page } = await newPerson()
    await order(page, 'Buy Growth')
    const ref = new URL(page.url()).pathname
    expect(ref).toMatch(/^\/pay\//)
    await page.goto(started.system.connection.appUrl + pages.orders)
    await page.getByRole('link', { name: /Growth/ }).click()
    await text(page, 'Not paid yet')
    await atTheTill({ orderId: orderIdOf(page), do: 'pay', method: 'qris', notices: 'never' })
    await isPaid(page).waitFor()
    await open(page, pages.prices)
    await press(page, 'Downgrade to Starter at period end')
    await press(page, 'Downgrade to Starter')
    await text(page, 'The account then changes to Starter')
    await press(page, 'Keep Growth')
    await page.getByText('The account then changes').waitFor({ state: 'hidden' })
  })

  it('money for an order whose account was closed is looked at by somebody, and gives no plan', async () => {
    const { page, login } = await newPerson()
    const { id } = await accountOf(login)
    await order(page, 'Buy Starter')
    await page.goto(started.system.connection.appUrl + pages.orders)
    await page.getByRole('link', { name: /Starter/ }).click()
    await page.waitForURL(`**${pages.order.replace('$orderId', '*')}`)
    const orderId = orderIdOf(page)
    await open(page, pages.account)
    await press(page, 'Close the account')
    await type(page, `Type ${login.email}`, login.email)
    await type(page, 'Your password', login.password)
    await page.getByRole('dialog').getByRole('button', { name: 'Close the account' }).click()
    await page.waitForURL(`**${pages.signIn}`)
    const orderOf = async () => (await operator().call('allOrders.list', { query: { accountId: id } })).orders[0]
    await until('the order is cancelled', async () => (await orderOf())?.status === 'cancelled')
    await atTheTill({ orderId, do: 'pay', method: 'qris' })
    await until('the order is in review', async () => (await orderOf())?.status === 'review')
    const { accounts } = await operator().call('accounts.list', {})
    expect(accounts.find((account) => account.id === id)?.plan).toBe('free')
  })
})
