/** An English sentence of a service, with `{}` for each of its facts, and the same in Indonesian with the facts in this order. */
export type Pair = readonly [english: string, indonesian: string]

/** Refusals have keys and do not come here. Translates sentences that one of the pairs has, and facts that are a sentence of a pair or a number; undefined for others. */
export function translator(pairs: readonly Pair[]): (sentence: string) => string | undefined {
  const whole = new Map(pairs.filter(([english]) => !english.includes('{}')))
  const patterns = pairs
    .filter(([english]) => english.includes('{}'))
    .map(([english, indonesian]) => ({ pattern: patternOf(english), parts: indonesian.split('{}') }))
  return (sentence) => {
    const exact = whole.get(sentence)
    if (exact !== undefined) return exact
    for (const { pattern, parts } of patterns) {
      const facts = pattern.exec(sentence)?.slice(1)
      if (facts) return parts.map((part, i) => (i === 0 ? part : fact(facts[i - 1] ?? '') + part)).join('')
    }
    return undefined
  }

  function fact(text: string): string {
    return whole.get(text) ?? (/^\d{1,3}(,\d{3})+$/.test(text) ? text.replaceAll(',', '.') : text)
  }
}

function patternOf(english: string): RegExp {
  const parts = english.split('{}').map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('(.*?)')}$`, 's')
}
