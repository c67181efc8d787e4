import { readFile } from 'node:fs/promises'
import { deskLight, phoneDark, type Visitor } from '@rts/local/testing/browser'
import { describeInBrowser } from '@rts/local/testing/in-browser'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { pages } from '../../services/dashboard/web/routes.ts'
import { type SystemInBrowser, startInBrowser } from '../support/in-browser.ts'
import { layoutFaults, widths } from '../support/layout.ts'
import { inTime, open, openAccountMenu, press, signIn, sortBy, text } from '../support/person.ts'

describeInBrowser('the table of keywords', () => {
  let started: SystemInBrowser
  let address: string
  let visitor: Visitor
  /** Somebody whose clock can stand still. */
  let patient: Visitor
  beforeAll(async () => {
    started = await startInBrowser()
    const { system } = started
    address = pages.keywords.replace('$siteId', await system.fillDemo())
    visitor = await started.visit()
    patient = await started.visit()
    for (const { page } of [visitor, patient]) await signIn(page, system.owner)
    // It collects the figures of the phrases.
    await open(visitor.page, address.replace('/keywords', '/planner'))
    await visitor.page.locator('tbody tr[data-index]').first().waitFor()
  })
  afterAll(() => started?.remove())
  beforeEach(() => open(visitor.page, address))

  const firstColumn = (of = visitor.page) => of.locator('tbody tr[data-index] a').allTextContents()
  const inAddress = (name: string) => new URL(visitor.page.url()).searchParams.get(name)

  it('tells in three clicks from the sign-in which keywords fell this week, and what changed', async () => {
    const { page } = visitor
    await open(page, pages.home)
    await page.getByRole('link', { name: 'Demo', exact: true }).click()
    const fell = page.getByRole('region', { name: /^Fell \d+$/ })
    const worst = await fell.getByRole('listitem').getByRole('link').first().textContent()
    await page.getByText(/Visibility is [\d.]+, .*Worth a look: /).waitFor()
    await page.getByRole('link', { name: /^\d+ fell$/ }).click()
    await page.waitForURL(/only=down/)
    await page.getByRole('button', { name: 'Change', exact: true }).waitFor()
    await expect.poll(() => firstColumn()).toContain(worst)
    expect(
      await page
        .locator('tbody tr[data-index]')
        .filter({ hasNotText: /down|lost/ })
        .count(),
    ).toBe(0)
    await page.getByRole('link', { name: worst ?? '', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: worst ?? '' })
    const chart = dialog.getByRole('slider')
    await chart.waitFor()
    const today = await chart.getAttribute('aria-valuetext')
    await chart.press('ArrowLeft')
    await expect.poll(() => chart.getAttribute('aria-valuetext')).not.toBe(today)
    await dialog.getByRole('tab', { name: 'Table' }).click()
    await dialog.getByRole('columnheader', { name: 'Page' }).waitFor()
    for (const width of widths.toReversed()) expect(await layoutFaults(page, width)).toEqual([])
    await page.setViewportSize(deskLight)
  })

  it('shows what was noted in the charts, and forgets it when it is deleted', async () => {
    const { page } = patient
    await open(page, address.replace('/keywords', ''))
    await press(page, 'Notes')
    await page.getByRole('textbox', { name: 'Note' }).fill('New home page')
    await press(page, 'Add note')
    await page.getByRole('button', { name: 'Delete: New home page' }).waitFor()
    await inTime(page, async () => {
      await press(page, 'Delete: New home page')
      await page.getByRole('dialog').getByRole('button', { name: 'Undo' }).click()
      await page.getByRole('button', { name: 'Delete: New home page' }).waitFor()
    })
    await page.keyboard.press('Escape')
    const chart = page.getByRole('slider', { name: 'Visibility' })
    const said = () => chart.getAttribute('aria-valuetext')
    await expect.poll(said).toMatch(/visibility \d+.*New home page/)
  })

  it('compares with rivals, in the order of any of them, and with those that are left', async () => {
    const { page, faultsOf } = patient
    await open(page, address.replace('/keywords', '/comparison'))
    await page.getByRole('slider', { name: 'Share of voice' }).waitFor()
    const positions = async () =>
      (await page.locator('tbody tr[data-index] td:nth-child(3)').allTextContents()).map(
        (place) => Number(place) || 1e9,
      )
    await sortBy(page, 'rival-one.example')
    await page.waitForURL(/sort=/)
    // The rows of the order before stay until those of this one come.
    const outOfOrder = async () => {
      const found = await positions()
      const sorted = found.toSorted((one, other) => one - other)
      return [found[0], found.filter((place, i) => place !== sorted[i])]
    }
    await expect.poll(outOfOrder).toEqual([1, []])
    expect(await faultsOf(page)).toEqual([])
    await inTime(page, async () => {
      await press(page, 'Remove rival-two.example')
      await page.getByRole('columnheader', { name: 'rival-two.example' }).waitFor({ state: 'detached' })
      await press(page, 'Undo')
      await page.getByRole('columnheader', { name: 'rival-two.example' }).waitFor()
    })
    await page.getByLabel('Filter compared keywords').fill('mug')
    await page.waitForURL(/q=mug/)
    const withoutMug = page.locator('tbody tr[data-index]').filter({ hasNotText: 'mug' })
    await expect.poll(() => withoutMug.count()).toBe(0)
  })

  it('is filtered and sorted in its address, and is the same for everybody who opens that', async () => {
    const { page } = visitor
    await page.keyboard.press('/')
    await page.keyboard.type('mug')
    await page.waitForURL(/q=mug/)
    await sortBy(page, 'Keyword')
    await page.waitForURL(/sort=keyword/)
    const found = await firstColumn()
    expect(found.length).toBeGreaterThan(1)
    expect(found).toEqual(found.filter((phrase) => phrase.includes('mug')).toSorted())
    const other = await visitor.newTab()
    await open(other, page.url())
    await expect.poll(() => firstColumn(other)).toEqual(found)
    await other.close()
    await page.keyboard.press('Escape')
    await page.waitForURL((url) => !url.searchParams.has('q'))
  })

  it('has the volume and the value of each position, and is sorted by what is worth most', async () => {
    const { page } = visitor
    await sortBy(page, 'Value (USD)')
    await page.waitForURL(/sort=-value/)
    const heads = await page.locator('thead th').allTextContents()
    const worth = async (head: string) => {
      const at = heads.findIndex((each) => each.startsWith(head)) + 1
      return page.locator(`tbody tr[data-index] td:nth-child(${at})`).allTextContents()
    }
    await expect.poll(async () => Number((await worth('Value'))[0]?.replaceAll(',', ''))).toBeGreaterThan(0)
    const values = (await worth('Value')).map((value) => Number(value.replaceAll(',', '')) || -1)
    expect(values).toEqual(values.toSorted((one, other) => other - one))
    expect(Number((await worth('Volume'))[0]?.replaceAll(',', ''))).toBeGreaterThan(0)
  })

  it('is used with keys alone, which can be switched off, and which never type into a field', async () => {
    const { page } = visitor
    const second = (await firstColumn())[1] ?? ''
    for (const key of ['j', 'j', 'x']) await page.keyboard.press(key)
    await text(page, '1 selected')
    await page.keyboard.press('Enter')
    await page.getByRole('dialog', { name: second }).waitFor()
    expect(inAddress('open')).not.toBe(null)
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await page.keyboard.type('gsj?')
    await page.waitForURL(/q=gsj/)
    await page.keyboard.press('Control+k')
    await page.keyboard.type('rivals')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/comparison$/)
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('?')
    await page.getByLabel('Keys work when they are pressed alone').uncheck()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await openAccountMenu(page)
    await press(page, 'Shortcuts')
    await page.getByLabel('Keys work when they are pressed alone').check()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(new URL(page.url()).pathname).toMatch(/\/comparison$/)
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.waitForURL((url) => url.pathname === pages.home)
  })

  it('gives a file of the columns and rows that are shown', async () => {
    const { page } = visitor
    await press(page, 'Columns')
    await page.getByRole('checkbox', { name: 'Page' }).uncheck()
    await page.reload()
    await page.getByRole('columnheader', { name: 'Page' }).waitFor({ state: 'detached' })
    // The figures come after the rows.
    await page.getByRole('columnheader', { name: 'Value (USD)', exact: true }).waitFor()
    const downloading = page.waitForEvent('download')
    await press(page, 'CSV')
    const download = await downloading
    expect(download.suggestedFilename()).toMatch(/^keywords-[a-z.]+\.[a-z]+-\d{4}-\d\d-\d\d\.csv$/)
    const file = await readFile(await download.path(), 'utf8')
    const lines = file.split('\r\n').slice(0, -1)
    expect(lines[0]).toBe(
      '\uFEFFKeyword,Where,Position,Found,Change,Best,Best: found,30 days,Volume,Value (USD),Checked',
    )
    const ranks = lines.slice(1).map((line) => line.split(',').slice(2, 4))
    expect(ranks.filter(([position, found]) => (position === '') !== (found === 'no'))).toEqual([])
    expect(ranks.map(([position]) => position)).not.toContain('0')
    expect(ranks.filter(([, found]) => found === 'no').length).toBeGreaterThan(0)
    // Only the rows near the screen are drawn; the file has them all.
    const drawn = await firstColumn()
    expect(lines.slice(1, drawn.length + 1).map((line) => line.split(',')[0])).toEqual(drawn)
    expect(lines.length - 1).toBe(30)
  })

  it('draws its rows when what is above it shrinks, without a scroll', async () => {
    const { page } = visitor
    const rows = page.locator('tbody tr[data-index]')
    const heading = page.locator('h1')
    await heading.evaluate((element) => {
      element.style.height = '9000px'
    })
    await page.evaluate("dispatchEvent(new Event('resize'))")
    await rows.first().waitFor({ state: 'detached' })
    // The page hears of a size once a frame: without one between them both changes together are none.
    await page.evaluate('new Promise((seen) => requestAnimationFrame(() => requestAnimationFrame(seen)))')
    await heading.evaluate((element) => {
      element.style.height = ''
    })
    await rows.first().waitFor()
  })

  it('Escape closes the choice of columns, and leaves the filter and the focus where they were', async () => {
    const { page } = visitor
    await open(page, `${address}?q=mug`)
    const button = page.getByRole('button', { name: 'Columns', exact: true })
    await button.click()
    await page.getByRole('checkbox', { name: 'Best', exact: true }).focus()
    await page.keyboard.press('Escape')
    await page.getByRole('checkbox', { name: 'Best', exact: true }).waitFor({ state: 'detached' })
    expect(await button.evaluate((element) => element.matches(':focus'))).toBe(true)
    expect(inAddress('q')).toBe('mug')
  })

  it('with a column that was ticked where it has no room, scrolls in its own box, and its names stay in sight', async () => {
    const { page } = visitor
    await page.setViewportSize({ width: 720, height: 900 })
    await press(page, 'Columns')
    const where = page.getByRole('checkbox', { name: 'Where' })
    const isShown = page.getByRole('columnheader', { name: 'Where' })
    expect([await where.isChecked(), await isShown.count()]).toEqual([false, 0])
    await where.check()
    await page.getByRole('checkbox', { name: 'Page', exact: true }).check()
    await page.keyboard.press('Escape')
    await isShown.waitFor()
    const box = page.locator('[data-scrolls="true"]')
    await box.evaluate((element) => element.scrollTo(1e6, 0))
    expect(await box.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0)
    const name = await page.getByRole('columnheader', { name: 'Keyword' }).boundingBox()
    const around = await box.boundingBox()
    expect(name?.x).toBeCloseTo(Number(around?.x), 0)
    await box.evaluate((element) => element.scrollTo(0, 0))
    expect(await layoutFaults(page, 720)).toEqual([])
    await press(page, 'Columns')
    for (const column of ['Where', 'Page']) await page.getByRole('checkbox', { name: column, exact: true }).uncheck()
    await page.keyboard.press('Escape')
    await box.waitFor({ state: 'detached' })
    await page.setViewportSize(deskLight)
  })

  it('goes anywhere by a few letters: the chosen line is always in sight, and none is said to be none', async () => {
    const { page } = visitor
    await page.keyboard.press('Control+k')
    const list = page.getByRole('listbox', { name: 'Pages, sites, keywords and actions' })
    for (let key = 0; key < 40; key++) await page.keyboard.press('ArrowDown')
    const chosen = list.getByRole('option', { selected: true })
    const [inside, outside] = [await chosen.boundingBox(), await list.boundingBox()]
    expect(Number(inside?.y) + Number(inside?.height)).toBeLessThanOrEqual(
      Number(outside?.y) + Number(outside?.height) + 1,
    )
    await page.keyboard.type('no-such-page')
    await text(page, 'No pages, sites, keywords or actions match')
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  })

  it('deletes what is selected at once; its undo restores it, and a reload does not', async () => {
    const { page } = patient
    await open(page, address)
    const [first = '', second = ''] = await firstColumn(page)
    const removeFirst = async () => {
      await page.locator('tbody tr[data-index="0"] input').check()
      await press(page, 'Delete')
      await text(page, 'is in the trash for 30 days.')
    }
    await removeFirst()
    expect((await firstColumn(page))[0]).toBe(second)
    await press(page, 'Undo')
    await page.getByRole('link', { name: first, exact: true }).waitFor()
    await expect.poll(() => page.evaluate("document.activeElement.closest('[data-table]') !== null")).toBe(true)
    await removeFirst()
    await open(page, address)
    expect(await firstColumn(page)).not.toContain(first)
    expect((await firstColumn(page)).length).toBeGreaterThan(1)
  })

  it('adds what is pasted after a look at it, and says what was there already', async () => {
    const { page } = visitor
    const [first = ''] = await firstColumn()
    await press(page, 'Add keywords')
    await page.getByLabel('Keywords, one per line').fill(`${first}\nsiphon <b>brewer</b>\nSiphon <b>brewer</b>`)
    await text(page, '1 new · 1 already tracked · 1 listed twice')
    await press(page, 'Add one keyword')
    await page.getByLabel('Filter keywords').fill('siphon')
    await page.getByRole('link', { name: 'siphon <b>brewer</b>' }).waitFor()
  })

  it('tracks a phrase on a phone in a city as a keyword of its own, and shows it alone', async () => {
    const { page } = visitor
    const [first = ''] = await firstColumn()
    const austin = 'Austin, Texas, United States'
    await press(page, 'Add keywords')
    await page.getByLabel('Keywords, one per line').fill(first)
    await text(page, '1 already tracked')
    await page.getByLabel('Device').selectOption('mobile')
    await text(page, '1 new')
    await page.getByLabel('City').fill('austin tex')
    await page.locator(`datalist option[value="${austin}"]`).waitFor({ state: 'attached' })
    await press(page, 'Add one keyword')
    await text(page, 'Is no place of the list')
    await page.getByLabel('City').fill(austin)
    await press(page, 'Add one keyword')
    await page.getByLabel(`${austin} · English · Mobile`).check()
    await expect.poll(() => firstColumn()).toEqual([first])
  })

  it('is accessible with rows selected, on a desk and on a phone', async () => {
    const { page, faultsOf } = visitor
    await page.getByLabel('Select all').check()
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize(phoneDark)
    expect(await faultsOf(page)).toEqual([])
    await page.setViewportSize(deskLight)
  })
})
