import { cards } from '@rts/shared/texts/cards'
import { faults } from '@rts/shared/texts/faults'
import { reasons } from '@rts/shared/texts/ideas'
import { refusals } from '@rts/shared/texts/refusals'
import { expect, it } from 'vitest'
import { keywords } from './id/keywords.ts'
import { letters } from './id/letters.ts'
import { locale } from './id/locale.ts'
import { counted, noun, plural } from './id/plural.ts'
import { fieldRefused, refused } from './id/refusals.ts'
import { evidenceOf, said } from './id/said.ts'

it('numbers have dots, and a comma before the fraction', () => {
  expect((1_234.5).toLocaleString(locale)).toBe('1.234,5')
})

it('a noun is the same after every number', () => {
  expect([0, 1, 2, 1_200].map((count) => plural(count, 'kata kunci'))).toEqual([
    '0 kata kunci',
    '1 kata kunci',
    '2 kata kunci',
    '1.200 kata kunci',
  ])
  expect(counted(1, noun('pesaing per situs'))).toBe('1 pesaing per situs')
  expect([1, 12_000].map(keywords.addCount)).toEqual(['Tambah 1 kata kunci', 'Tambah 12.000 kata kunci'])
})

it('dates of letters have Indonesian months', () => {
  const due = { url: 'https://a.example', stopUrl: 'https://a.example', plan: 'starter', nextPlan: null }
  const { subject, paragraphs } = letters.paymentDue({ ...due, paidUntil: '2026-08-05T00:00:00.000Z', days: 1 })
  expect(subject).toBe('Paket Starter Anda berakhir besok')
  expect(paragraphs[0]).toContain('sampai 5 Agustus 2026.')
})

it('amounts of letters are written as the pages write them', () => {
  const paid = (currency: 'IDR' | 'USD') =>
    letters.surplus({ url: 'https://a.example', amount: { amount: 125_050, currency } }).paragraphs[0]
  expect(paid('USD')).toContain('sebesar US$1.250,50 diterima')
  expect(paid('IDR')).toMatch(/sebesar Rp\s125\.050 diterima/)
})

it('a sentence of a service is said with its key and facts', () => {
  expect(said(cards.leftTop10({ phrase: 'moka pot' }))).toBe('“moka pot” keluar dari 10 besar')
  expect(said(cards.passed({ own: 3, ownNow: 5, theirs: 0, theirsNow: 4 }))).toBe(
    'Anda 3 → 5, mereka tidak ditemukan → 4',
  )
  expect(said(cards.searched({ phrase: 'moka pot', volume: 3_600 }))).toBe('“moka pot”, dicari 3.600 kali sebulan')
  expect(said({ key: 'newer', facts: {}, text: 'Something else' })).toBe('Something else')
})

it('the evidence for an idea has a sentence for each key, and stays English for a newer one', () => {
  const [moved, newer] = [
    reasons.fell({
      position: 8,
      day: '2026-11-20',
      now: 0,
      nowDay: '2026-11-23',
      phrase: 'a',
      url: 'https://own.com/',
    }),
    { key: 'newer', facts: {}, text: 'Something else' },
  ]
  expect(evidenceOf({ evidence: [moved.text, newer.text], reasons: [moved, newer] })).toEqual([
    'Posisi 8 pada 2026-11-20, tidak ditemukan pada 2026-11-23 untuk "a"; halaman https://own.com/',
    'Something else',
  ])
})

it('a refusal and the faults of its fields have whole sentences for their keys and facts', () => {
  const { text: detail, ...rest } = refusals.invitedAs({ role: 'viewer' })
  expect(refused({ code: 'conflict', detail, sentence: { ...rest, text: detail } })).toBe(
    'Alamat ini sudah diundang sebagai pembaca: tarik undangan itu dahulu',
  )
  const fault = faults.tooLong({ max: 100 })
  expect(fieldRefused({ message: fault.text, sentence: fault })).toBe('maksimal 100 karakter')
  expect(fieldRefused({ message: 'is new' })).toBe('isian ini tidak dapat diterima')
})

it('of a refusal that is not known its kind is said, and of an unknown kind the service’s own words', () => {
  const newer = { key: 'constructor', facts: {}, text: 'A new reason' }
  expect(refused({ code: 'conflict', detail: 'A new reason', sentence: newer })).toMatch(/^Ini tidak cocok/)
  expect(refused({ code: Object('new_code'), detail: 'A new reason' })).toBe('A new reason')
})
