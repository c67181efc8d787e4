import { describe, expect, it } from 'vitest'
import { otherLanguage } from './language.ts'

const texts = {
  en: 'A moka pot has three parts that are screwed together. Water goes into the lower part, and ground coffee into the filter above it.',
  id: 'Teko moka terdiri dari tiga bagian yang disatukan dengan ulir. Air dimasukkan ke bagian bawah, dan kopi bubuk ke saringan di atasnya.',
  de: 'Eine Mokkakanne besteht aus drei Teilen, die miteinander verschraubt werden. Das Wasser kommt nach unten, das Kaffeepulver in den Trichter.',
  fr: 'La cafetière italienne est composée de trois parties vissées ensemble. On verse l’eau en bas et on met le café moulu dans le filtre.',
  nb: 'En mokakanne består av tre deler som skrus sammen. Du heller vann i den nederste delen, og har malt kaffe i filteret over den.',
  da: 'En mokkakande består af tre dele, der skrues sammen. Du hælder vand i den nederste del og kommer malet kaffe i filteret ovenover.',
  ja: 'モカポットは、三つの部品をねじで組み合わせて使うコーヒー器具です。水は下のタンクに入れ、挽いた豆は中央のフィルターに入れます。直火にかけると、蒸気の力でお湯が上がってきます。',
  zh: '摩卡壶由三个用螺纹连接的部分组成。把水倒入下壶，把磨好的咖啡粉放进中间的粉槽，然后放到炉子上加热，蒸汽会把热水推上去。',
}
const long = (text: string) => `# moka pot\n\n${`${text} `.repeat(5)}`
const tags = Object.keys(texts) as (keyof typeof texts)[]

describe('the language of a text', () => {
  it.each(tags)('%s is what was asked for, with a region too', (tag) => {
    expect(otherLanguage(long(texts[tag]), tag)).toBeNull()
    expect(otherLanguage(long(texts[tag]), `${tag}-XX`)).toBeNull()
  })

  it.each([
    ['en', 'id'],
    ['en', 'de'],
    ['en', 'ja'],
    ['de', 'en'],
    ['fr', 'de'],
    ['zh', 'ja'],
    ['ja', 'zh'],
  ] as const)('%s is not %s', (written, asked) => {
    expect(otherLanguage(long(texts[written]), asked)).toBe(written)
  })

  it('is undecided, and so fine, where it is short, near kin, or unknown to the detector', () => {
    expect(otherLanguage(texts.en, 'de')).toBeNull()
    expect(otherLanguage(long(texts.da), 'nb')).toBeNull()
    expect(otherLanguage(long(texts.en), 'sw')).toBeNull()
  })

  it('is that of its sentences: headings, code and addresses may be in another', () => {
    const english = '## How to choose the best moka pot for your home\n\n```\nconst pot = choose(best)\n```\n\n'
    const links = '[Kanne](https://shop.example/the-best-moka-pot-for-every-home-and-how-to-choose-one) '
    expect(otherLanguage(`${english}${links.repeat(3)}${texts.de.repeat(2)}`, 'de')).toBeNull()
  })
})
