import { plain, wordsOf } from '@rts/shared/phrases/words'

const fillers = byLanguage({
  en: 'a an the of in on at to for is are be do does i you my your it',
  de: 'der die das den dem ein eine einen im in am an zu für ist sind man ich es',
  fr: 'le la les l un une des de du d en au aux à est sont je il on',
  es: 'el la los las un una de del en al a es son para se',
  pt: 'o a os as um uma de do da em no na é são para se',
  id: 'yang di ke itu ini adalah untuk',
  ja: 'の は が を に で',
  zh: '的 了 是 吗',
})

const askingWords = byLanguage({
  en: 'what which who how when where why can should',
  de: 'was welche welcher welches wer wie wann wo warum kann soll',
  fr: 'que quoi quel quelle quels quelles qui comment quand où pourquoi peut',
  es: 'qué que cuál cuáles quién cómo como cuándo dónde por puede',
  pt: 'que qual quais quem como quando onde por pode',
  id: 'apa siapa bagaimana kapan mana kenapa mengapa bisa cara',
  ja: '何 どう なぜ いつ どこ 誰 とは',
  zh: '什么 怎么 如何 为什么 哪里 谁',
})

/** Words without fillers; all of them if only fillers remain. */
export function wordsOfIdea(phrase: string, language: string): string[] {
  return without(wordsOf(phrase), fillers(language))
}

export function subjectOf(phrase: string, language: string): string[] {
  return without(new Set(wordsOfIdea(phrase, language)), askingWords(language))
}

/** Equal for the same words in any order: one page serves them. */
export function formOf(phrase: string, language: string): string {
  const words = wordsOfIdea(phrase, language)
  return words.length === 0 ? plain(phrase).trim() : words.sort().join(' ')
}

export function holds(phrase: string, words: readonly string[]): boolean {
  const held = wordsOf(phrase)
  return words.every((word) => held.has(word))
}

function without(words: ReadonlySet<string>, others: ReadonlySet<string>): string[] {
  const left = [...words].filter((word) => !others.has(word))
  return left.length === 0 ? [...words] : left
}

function byLanguage(lists: Readonly<Record<string, string>>): (language: string) => ReadonlySet<string> {
  const sets = new Map(Object.entries(lists).map(([language, words]) => [language, new Set(words.split(' '))]))
  const none = new Set<string>()
  return (language) => sets.get(language.split('-')[0] ?? '') ?? none
}
