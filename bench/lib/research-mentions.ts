import { createDetector } from '../../services/research/src/ai/rules/mentions.ts'
import { median, round } from './stats.ts'

const words =
  'the of and coffee roast that beans for is with good price taste dark light it by a to in shop online daily review maker people often say. Another sentence, with commas; and (brackets) too.'.split(
    ' ',
  )
const answers = 400
const charactersOfAnswer = 3_000
const rounds = 7

/** Megabytes of English answers a second that are searched for a brand and ten rivals with three names each. */
export function mentionsPerSecond(): { megabytes: number; rounds: number } {
  const own = { brand: "Peet's Coffee", domain: 'peets.com', aliases: ["Peet's", 'Peets'] }
  const rivals = Array.from({ length: 10 }, (_, i) => {
    return { brand: `Brand${i} Roasters`, domain: `brand${i}.com`, aliases: [`B${i}r`, `Brandy${i}`] }
  })
  const detect = createDetector(own, rivals, 'What is the best coffee for people who love a dark roast?')
  const texts = Array.from({ length: answers }, (_, i) => answerOf(i))
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
  const speeds = Array.from({ length: rounds }, () => {
    const started = performance.now()
    for (const text of texts) detect({ text, citations: [] })
    return bytes / 1_000 / (performance.now() - started)
  })
  return { megabytes: round(median(speeds), 1), rounds }
}

/** Prose with links, emphasis and now and then a name; another one for each seed, always the same. */
function answerOf(seed: number): string {
  let state = seed + 1
  const random = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff
    return state / 0x7fffffff
  }
  const parts: string[] = []
  for (let length = 0; length < charactersOfAnswer; ) {
    const chance = random()
    const link = '**[Best](https://www.example.com/a?b=c)** ([example.org](https://example.org/?utm_source=openai))'
    const word = words[Math.floor(random() * words.length)] ?? ''
    const part = chance < 0.005 ? link : chance < 0.01 ? 'Brand3 Roasters' : word
    parts.push(part)
    length += part.length + 1
  }
  return parts.join(' ')
}
