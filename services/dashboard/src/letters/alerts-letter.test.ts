import { writeLetter } from '@rts/shared/mail/letter'
import { describe, expect, it } from 'vitest'
import { letterKinds } from './kinds.ts'

const item = (name: string, from: number | null, to: number | null) => ({ name, from, to })
const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'].map((name) => item(`tea ${name}`, 5, 0))
const shop = {
  name: 'Shop <b>',
  url: 'https://ranks.example/sites/1/alerts',
  stopUrl: 'https://ranks.example/unsubscribe?token=one',
  alerts: [
    { rule: 'left_top' as const, threshold: 10, count: 1, items: [item('pour over', 5, 14)] },
    { rule: 'not_found' as const, threshold: null, count: 1_200, items: names },
    { rule: 'audit_errors' as const, threshold: null, count: 1, items: [item('Broken link', null, 3)] },
  ],
}
const blog = {
  name: 'Blog',
  url: 'https://ranks.example/sites/2/alerts',
  stopUrl: 'https://ranks.example/unsubscribe?token=two',
  alerts: [{ rule: 'clicks_fell' as const, threshold: 30, count: 1, items: [item('', 120, 60)] }],
}
const both = {
  url: 'https://ranks.example',
  stopUrl: 'https://ranks.example/unsubscribe?token=both',
  sites: [shop, blog],
}
const one = { url: blog.url, stopUrl: blog.stopUrl, sites: [blog] }

describe.each(['en', 'id'] as const)('the letter of alerts in %s', (language) => {
  it('of several sites, as text and HTML', async () => {
    const { subject, text, html, stopUrl } = writeLetter(letterKinds.alerts.say(both, language), language)
    expect(stopUrl).toBe(both.stopUrl)
    await expect(`${subject}\n\n${text}`).toMatchFileSnapshot(`testing/alerts.${language}.txt`)
    await expect(html).toMatchFileSnapshot(`testing/alerts.${language}.html`)
  })

  it('of one site', async () => {
    const { subject, text } = writeLetter(letterKinds.alerts.say(one, language), language)
    await expect(`${subject}\n\n${text}`).toMatchFileSnapshot(`testing/alerts-of-one-site.${language}.txt`)
  })
})
