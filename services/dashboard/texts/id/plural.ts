import type * as english from '../plural.ts'
import { locale } from './locale.ts'

/** A noun, which is the same after every number. */
export const noun: typeof english.noun = (one) => ({ one, other: one })

/** A number with its noun: "1 kata kunci", "1.200 kata kunci". */
export const counted: typeof english.counted = (count, { other }) => `${count.toLocaleString(locale)} ${other}`

export const plural: typeof english.plural = (count, one) => counted(count, noun(one))
