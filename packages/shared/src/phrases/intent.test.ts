import { expect, it } from 'vitest'
import { intentOf, namesOf } from './intent.ts'

it.each([
  ['buy green tea', 'en', 'transactional'],
  ['best green tea', 'en', 'commercial'],
  ['buy the best tea', 'en', 'transactional'],
  ['how to brew tea', 'en', 'informational'],
  ['tea vs coffee', 'en', 'commercial'],
  ['tea login', 'en', 'navigational'],
  ['green tea', 'en', null],
  ['tee kaufen', 'de', 'transactional'],
  ['tee test', 'de', 'commercial'],
  ['wie kocht man tee', 'de', 'informational'],
  ['teapot near me', 'de', 'transactional'],
  ['acheter du thé', 'fr', 'transactional'],
  ['avis thé vert', 'fr', 'commercial'],
  ['cómo hacer té', 'es-MX', 'informational'],
  ['preço do chá', 'pt-BR', 'transactional'],
  ['harga teh', 'id', 'transactional'],
  ['コーヒー豆おすすめ', 'ja', 'commercial'],
  ['抹茶とは', 'ja', 'informational'],
  ['绿茶价格', 'zh-CN', 'transactional'],
  // Whole words alone: neither "bestie" nor "showcase" nor "pricey" is one of the lists.
  ['bestie showcase pricey', 'en', null],
] as const)('%s (%s) is %s', (phrase, language, intent) => {
  expect(intentOf(phrase, language)).toBe(intent)
})

it('a phrase that names the site or a rival is navigational, whatever else it says', () => {
  const names = namesOf(['peets.com', 'bbc.co.uk'])
  expect(intentOf('buy peets coffee', 'en', names)).toBe('navigational')
  expect(intentOf('peets.com', 'en', names)).toBe('navigational')
  expect(intentOf('bbc.co.uk news', 'en', names)).toBe('navigational')
  expect(intentOf('peetsy coffee', 'en', names)).toBeNull()
  expect(namesOf(['tv.example'])).toEqual(['tv.example'])
})
