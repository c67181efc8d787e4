import type { Item } from '../model.ts'
import { isNumber } from './formats.ts'

/** Google accepts "80%" and "4/5", which carry their scale. */
const ownScale = /^\d+([.,]\d+)?\s*(%|\/\s*\d+([.,]\d+)?)$/

/** 1 to 5 by default (Google Search Central, "Review snippet"). */
export function scaleOf(rating: Item): { worst: number; best: number } {
  const best = numberOf(rating, 'bestRating') ?? 5
  return { best, worst: numberOf(rating, 'worstRating') ?? Math.min(1, best) }
}

/** A number on the scale, a fraction or a percentage. */
export function isScore(text: string, rating: Item): boolean {
  if (ownScale.test(text)) return true
  const { worst, best } = scaleOf(rating)
  return isNumber(text) && Number(text) >= worst && Number(text) <= best
}

function numberOf(item: Item, name: string): number | null {
  const value = item.properties.get(name)?.[0]
  if (!value || value.kind === 'item' || value.kind === 'ref') return null
  const text = value.text.trim()
  return isNumber(text) ? Number(text) : null
}
