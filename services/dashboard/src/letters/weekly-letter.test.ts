import { readerLanguages } from '@rts/shared/contract/rows/person'
import { writeLetter } from '@rts/shared/mail/letter'
import { cards } from '@rts/shared/texts/cards'
import { expect, it } from 'vitest'
import { letterKinds } from './kinds.ts'

const links = {
  url: 'https://ranks.example/sites/s/keywords',
  stopUrl: 'https://ranks.example/unsubscribe?token=t',
  cardsUrl: 'https://ranks.example/sites/s/operator',
}
const site = {
  ...links,
  name: 'Tokokopi',
  score: 16.6,
  carried: false,
  before: 18.2,
  known: 16.6,
  added: 0,
  range: { low: 16.2, high: 18.9 },
  scores: [18.1, 18.4, null, 18.9, 18.2, 17.6, 16.6],
  up: 1,
  down: 3,
  unknown: 0,
  medianDays: 7,
  fell: [
    {
      name: 'coffee beans',
      from: 3,
      to: 9,
      why: { rivals: ['kopi.example', 'beans.example'], others: { n: 2, of: 40 } },
    },
    {
      name: 'pour over kettle',
      from: 5,
      to: 11,
      why: { page: 'https://shop.example/blog/kettles', others: { n: 1, of: 40 } },
    },
    { name: 'moka pot', from: 8, to: 0, why: null },
  ],
  rose: [{ name: '<b>green</b> coffee', from: 14, to: 6, why: null }],
  next: [cards.leftTop10({ phrase: 'moka pot' })],
  cards: 1_200,
}
const unknown = {
  ...site,
  name: 'New site',
  score: null,
  before: null,
  known: null,
  range: null,
  medianDays: null,
  unknown: 12,
  scores: [],
  fell: [],
  rose: [],
  next: [],
  up: 0,
  down: 0,
}
const week = {
  url: 'https://ranks.example',
  stopUrl: links.stopUrl,
  monday: '2026-11-23',
  sites: [
    site,
    { ...site, name: 'Grown', score: 9.9, carried: true, added: 30, fell: [], rose: [], scores: [] },
    unknown,
  ],
}

it.each(readerLanguages)('a weekly letter is this text and this HTML: %s', async (language) => {
  const { subject, text, html, attachments } = writeLetter(letterKinds.weekly.say(week, language), language)
  await expect(`${subject}\n\n${text}`).toMatchFileSnapshot(`testing/weekly.${language}.txt`)
  await expect(html).toMatchFileSnapshot(`testing/weekly.${language}.html`)
  expect(attachments?.map(({ cid }) => cid)).toEqual(['chart-0'])
})
