import { type Intent, intents } from '../contract/rows/research.ts'
import { holdsTerm, plain } from './words.ts'

/** By language; the first intent found in this order wins. */
const terms: Readonly<Record<Intent, Readonly<Record<string, string>>>> = {
  navigational: {
    en: 'login|log in|sign in|website|homepage|official site|customer service',
    de: 'anmelden|einloggen|kundenservice|startseite',
    fr: 'connexion|se connecter|site officiel',
    es: 'iniciar sesión|acceder|sitio oficial',
    pt: 'entrar|site oficial',
    id: 'masuk|situs resmi',
    ja: 'ログイン|公式',
    zh: '登录|登入|官网|官網',
  },
  transactional: {
    en: 'buy|price|prices|pricing|cost|cheap|discount|coupon|deal|deals|order|for sale|near me|hire|download|shop',
    de: 'kaufen|preis|preise|kosten|günstig|bestellen|rabatt|gutschein|in der nähe',
    fr: 'acheter|prix|tarif|pas cher|commander|promo|près de moi',
    es: 'comprar|precio|precios|barato|oferta|pedir|cerca de mí',
    pt: 'comprar|preço|preços|barato|promoção|perto de mim',
    id: 'beli|harga|murah|promo|terdekat|pesan',
    ja: '購入|価格|通販|値段|安い',
    zh: '购买|購買|价格|價格|便宜|多少钱',
  },
  commercial: {
    en: 'best|top|vs|versus|review|reviews|compare|comparison|alternative|alternatives|rating|ratings',
    de: 'beste|bester|bestes|test|vergleich|erfahrungen|alternative|alternativen',
    fr: 'meilleur|meilleure|meilleurs|avis|comparatif|comparaison|alternative',
    es: 'mejor|mejores|opiniones|comparativa|alternativa',
    pt: 'melhor|melhores|avaliação|comparação|alternativa',
    id: 'terbaik|ulasan|perbandingan|rekomendasi',
    ja: 'おすすめ|比較|ランキング|口コミ',
    zh: '推荐|推薦|排行|比较|比較|评测',
  },
  informational: {
    en: 'what|how|why|when|who|where|which|is|are|can|does|do|guide|tutorial|meaning|definition|examples|tips|ideas|history|benefits',
    de: 'was|wie|warum|wann|wer|wo|welche|anleitung|bedeutung|tipps|beispiele|geschichte',
    fr: "comment|pourquoi|quand|qui|quoi|quel|quelle|où|qu'est-ce que|guide|définition|exemples",
    es: 'cómo|como|qué|por qué|cuándo|quién|dónde|cuál|guía|significado|ejemplos',
    pt: 'como|o que|por que|quando|quem|onde|qual|guia|significado|exemplos',
    id: 'cara|apa|mengapa|kenapa|kapan|siapa|bagaimana|panduan|arti|contoh',
    ja: 'とは|方法|やり方|意味|使い方',
    zh: '怎么|怎麼|什么|什麼|如何|为什么|為什麼|意思|教程',
  },
}

/**
 * The intent of a phrase: it names one of `names` (of the site and its rivals), or holds a word of a list, in its language, then in
 * English. Null for others.
 */
export function intentOf(phrase: string, language: string, names: readonly string[] = []): Intent | null {
  const text = plain(phrase)
  if (names.some((name) => holdsTerm(text, plain(name)))) return 'navigational'
  const languages = [...new Set([language.split('-')[0] ?? language, 'en'])]
  for (const tongue of languages) {
    const intent = intents.find((each) => listed(each, tongue).some((term) => holdsTerm(text, term)))
    if (intent) return intent
  }
  return null
}

function listed(intent: Intent, language: string): string[] {
  return terms[intent][language]?.split('|') ?? []
}

/** The names by which a domain is searched: the host, and its first label where that is a word of some length. */
export function namesOf(domains: readonly string[]): string[] {
  return domains.flatMap((domain) => {
    const [label = ''] = domain.split('.')
    return label.length >= 4 ? [domain, label] : [domain]
  })
}
