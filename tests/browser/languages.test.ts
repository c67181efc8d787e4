import path from 'node:path'
import { deskLight, type Page, phoneDark } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { lettersTo } from '@rts/local/testing/letters'
import { until } from '@rts/local/testing/until'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { type Login, linkTo, newLogin, open, press, shown, text, type } from '../support/person.ts'

describeInBrowser('pages and letters in Indonesian', () => {
  let started: SystemInBrowser
  beforeAll(async () => {
    started = await startInBrowser()
  })
  afterEach(() => started.allLeave())
  afterAll(() => started?.remove())

  const indonesian = { ...phoneDark, locale: 'id-ID' }
  const subjectsTo = ({ email }: Login) =>
    lettersTo(path.join(started.system.folder, 'mail'), email).map((letter) => /^Subject: (.*)$/m.exec(letter)?.[1])
  const languageOf = (page: Page) => page.locator('html').getAttribute('lang')

  async function signUp(page: Page, login: Login) {
    await open(page, pages.signUp)
    await type(page, 'Email', login.email)
    await type(page, 'Kata sandi', login.password)
    await press(page, 'Buat akun')
    await text(page, 'Periksa email Anda')
    await open(page, `${pages.verify}#${await linkTo(started.system, login.email, 'verify')}`)
    await press(page, 'Konfirmasi email')
    await page.waitForURL(({ pathname }) => pathname !== pages.verify)
    await shown(page)
  }

  async function signIn(page: Page, { email, password }: Login, words: [password: string, action: string]) {
    await open(page, pages.signIn)
    await type(page, 'Email', email)
    await type(page, words[0], password)
    await press(page, words[1])
    await page.waitForURL(({ pathname }) => pathname !== pages.signIn)
    await page.locator('h1').first().waitFor()
  }

  it('a browser that reads Indonesian gets it, changes to English and back, and letters follow the person', async () => {
    const { page, faultsOf } = await started.visit(indonesian)
    const login = newLogin()
    await open(page, pages.signUp)
    await text(page, 'Buat akun Anda')
    await text(page, 'Data di sini mungkin hasil simulasi')
    expect([await languageOf(page), await page.title()]).toEqual(['id', expect.stringContaining('Buat akun')])
    expect(await faultsOf(page)).toEqual([])
    await press(page, 'English')
    await text(page, 'Create your account')
    expect(await languageOf(page)).toBe('en')
    await press(page, 'Bahasa Indonesia')
    await signUp(page, login)
    expect(subjectsTo(login)).toEqual(['Konfirmasi alamat email Anda'])
    await text(page, 'Langkah pertama')
    await open(page, pages.prices)
    await text(page, 'Rp\u00a0299.000 per bulan')
    expect(await faultsOf(page)).toEqual([])
  })

  it('a choice on the account page holds after signing out, at the next sign-in and in another browser', async () => {
    const { page, faultsOf } = await started.visit(indonesian)
    const login = newLogin()
    await signUp(page, login)
    await open(page, pages.account)
    await page.getByLabel('English').check()
    expect(await faultsOf(page)).toEqual([])
    await page
      .locator('section', { hasText: 'Bahasa halaman ini' })
      .getByRole('button', { name: 'Simpan' })
      .last()
      .click()
    await page.getByRole('heading', { name: 'You and your account' }).waitFor()
    await page.getByRole('button', { name: 'Menu' }).click()
    await press(page, 'Sign out')
    await page.waitForURL(`**${pages.signIn}`)
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await open(page, pages.reset)
    await type(page, 'Email', login.email)
    await press(page, 'Send link')
    await until('the letter', () => subjectsTo(login).includes('Set a new password') || undefined)

    const elsewhere = (await started.visit({ ...deskLight, locale: 'id-ID' })).page
    await signIn(elsewhere, login, ['Kata sandi', 'Masuk'])
    expect(await languageOf(elsewhere)).toBe('en')
  })

  it('a refusal is said in Indonesian, beside its field or above the button', async () => {
    const { page } = await started.visit(indonesian)
    await open(page, pages.signIn)
    await type(page, 'Email', newLogin().email)
    await type(page, 'Kata sandi', 'not the password')
    await press(page, 'Masuk')
    await text(page, 'Alamat email atau kata sandi salah')
    await open(page, pages.signUp)
    await type(page, 'Email', newLogin().email)
    await type(page, 'Kata sandi', 'passwordpassword')
    await press(page, 'Buat akun')
    await text(page, 'Terlalu mudah ditebak')
  })
})
