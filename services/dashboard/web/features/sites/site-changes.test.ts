import { expect, it } from 'vitest'
import { changesOf } from './site-changes.ts'

const site = {
  id: 's_1',
  name: 'Toko',
  domain: 'tokokopi.co.id',
  tags: ['shop'],
  description: null,
  country: 'id',
  language: 'id',
  autoAddPreference: null,
  frozen: false,
  createdAt: '2026-11-22T10:00:00.000Z',
}
const unchanged = {
  name: 'Toko',
  domain: 'tokokopi.co.id',
  tags: 'shop',
  description: '',
  country: 'id',
  language: 'id',
}

it('what stays as it is, or is no field of the form, is not sent', () => {
  expect(changesOf(site, unchanged)).toEqual({})
  expect(changesOf(site, { ...unchanged, name: ' Toko ', domain: 'https://www.tokokopi.co.id/menu' })).toEqual({})
  const { tags: _, ...withoutTags } = unchanged
  expect(changesOf(site, withoutTags)).toEqual({})
})

it('each field that says something else is sent, and no other', () => {
  expect(changesOf(site, { ...unchanged, country: 'sg', language: 'en' })).toEqual({ country: 'sg', language: 'en' })
  expect(changesOf(site, { ...unchanged, domain: 'https://kopi.id/x' })).toEqual({ domain: 'kopi.id' })
  expect(changesOf(site, { ...unchanged, tags: ' shop, jakarta,,shop ' })).toEqual({ tags: ['shop', 'jakarta'] })
})

it('an emptied text is cleared: no tags are an empty list, no description is null', () => {
  const described = { ...site, description: 'Our shop' }
  expect(changesOf(described, { ...unchanged, tags: ' ' })).toEqual({ tags: [], description: null })
})
