import { hash, pick, unit } from './seed.ts'

export type Month = { year: number; month: number; volume: number }
/** Searches and ads; bids and cpc in USD. */
export type Demand = {
  volume: number
  cpc: number
  competition: number
  difficulty: number
  lowBid: number
  highBid: number
  intent: 'informational' | 'commercial' | 'transactional' | 'navigational'
  /** Twelve whole months, newest first. */
  months: Month[]
}

const steps = [
  10, 20, 30, 40, 50, 70, 90, 110, 140, 170, 210, 260, 320, 390, 480, 590, 720, 880, 1_000, 1_300, 1_600, 1_900, 2_400,
  2_900, 3_600, 4_400, 5_400, 6_600, 8_100, 9_900, 12_100, 14_800, 18_100, 22_200, 27_100, 33_100, 40_500, 49_500,
  60_500, 74_000, 90_500, 110_000,
] as const

/** The same for the same arguments: fewer words, more searches. */
export function demandFor(phrase: string, country: string, day: string): Demand {
  const words = phrase.split(' ').length
  const rank = Math.floor(unit(phrase, country, 'volume') * 18) + Math.max(0, 24 - 6 * words)
  const cpc = cents(0.15 + 6 * unit(phrase, country, 'cpc') ** 2)
  const volume = steps[Math.min(rank, steps.length - 1)] ?? steps[0]
  return {
    volume,
    cpc,
    competition: cents(unit(phrase, country, 'competition')),
    difficulty: hash(phrase, country, 'difficulty') % 101,
    lowBid: cents(cpc * 0.6),
    highBid: cents(cpc * 1.9),
    intent: pick(['informational', 'commercial', 'transactional', 'navigational'], phrase, 'intent'),
    months: monthsBefore(day).map((at) => ({ ...at, volume: seasonal(volume, phrase, at.month) })),
  }
}

function seasonal(volume: number, phrase: string, month: number): number {
  const wave = Math.sin((2 * Math.PI * (month + 12 * unit(phrase, 'season'))) / 12)
  return Math.max(10, Math.round((volume * (1 + wave * 0.3)) / 10) * 10)
}

function monthsBefore(day: string): { year: number; month: number }[] {
  const [year = 1970, month = 1] = day.split('-').map(Number)
  return Array.from({ length: 12 }, (_, i) => {
    const at = new Date(Date.UTC(year, month - 2 - i, 1))
    return { year: at.getUTCFullYear(), month: at.getUTCMonth() + 1 }
  })
}

function cents(value: number): number {
  return Math.round(value * 100) / 100
}
