import type { WorldState } from '../state/world-state.ts'
import { normalPhrase, toQuery } from './query.ts'
import type { OrganicResult } from './results-page.ts'
import { hash, unit } from './seed.ts'

export type WorldAnswer = {
  text: string
  citations: { url: string; title: string }[]
  inputTokens: number
  outputTokens: number
}

const askedAround =
  /^(what|which|who|how|where|is|are)\b.*?\b(the best|best|much does|much do|choose|find|worth|use for|recommend for)\b\s*|\b(cost|near me|for beginners|worth it)\b|[?.!]+/giu

export function answerKey(prompt: string, engine = '*'): string {
  return `${engine}|${normalPhrase(prompt)}`
}

/** The set answer, else one made of who ranks: the world is one. */
export function answerOf(world: WorldState, engine: string, prompt: string, country = 'us'): WorldAnswer {
  const { answers } = world.current()
  const key = [answerKey(prompt, engine), answerKey(prompt)].find((each) => Object.hasOwn(answers, each))
  const set = key === undefined ? undefined : answers[key]
  const said = set ? { text: set.text, citations: set.citations.map(titled) } : made(world, engine, prompt, country)
  return { ...said, inputTokens: 400 + prompt.length, outputTokens: Math.ceil(said.text.length / 4) }
}

function titled(url: string) {
  return { url, title: new URL(url).hostname }
}

function made(world: WorldState, engine: string, prompt: string, country: string) {
  const subject = prompt.replace(askedAround, ' ').replace(/\s+/gu, ' ').trim() || prompt
  const { organic } = world.results(toQuery({ phrase: subject, country }))
  // Each engine omits some of the first, changing over time.
  const named = organic.slice(0, 8).filter(({ host }) => unit(engine, prompt, host, world.day()) < 0.75)
  const sentences = named.map((result, i) => sentence(result, i))
  const text = sentences.length > 0 ? `For ${subject}: ${sentences.join(' ')}` : `There is little about ${subject}.`
  const cited = named.filter(({ url }) => hash(engine, url) % 3 > 0)
  return { text, citations: cited.map(({ url, title }) => ({ url, title })) }
}

function sentence({ host, title }: OrganicResult, i: number): string {
  const site = host.replace(/^www\./, '')
  return i === 0 ? `**${site}** is named most often (${title}).` : `${i + 1}. ${site} is another choice.`
}
