import { languageTags } from '@rts/shared/contract/locale'
import { expect, it } from 'vitest'
import * as indonesian from './id/locale.ts'
import * as english from './locale.ts'

type Named = Pick<typeof english, 'locale' | 'languageNames'>
const namesIn = ({ locale, languageNames }: Named) => {
  const names = new Intl.DisplayNames(locale, { type: 'language', languageDisplay: 'standard' })
  return languageTags.map((tag) => languageNames.get(tag) ?? names.of(tag) ?? tag)
}

it.each([english, indonesian])('each language of the list has a name of its own', (named) => {
  const names = namesIn(named)
  expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
})

it('no language has its own name for itself on an Indonesian page, but those whose names are the same', () => {
  const inEnglish = namesIn(english)
  const own = (tag: string) => new Intl.DisplayNames(tag, { type: 'language' }).of(tag)?.toLowerCase()
  const same = languageTags.filter((tag, at) => {
    const name = namesIn(indonesian)[at] ?? ''
    return name.toLowerCase() === own(tag) && name !== inEnglish[at]
  })
  expect(same).toEqual(['id', 'ms'])
})
