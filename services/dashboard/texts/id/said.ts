import type * as english from '../said.ts'
import { cards } from './service/cards.ts'
import { reasons as ofIdeas } from './service/ideas.ts'
import { inWords } from './service/in-words.ts'
import { receiptLines } from './service/receipts.ts'

const known = { ...cards, ...receiptLines }

/** A sentence of a newer service stays English. */
export const said: typeof english.said = (sentence) => inWords(known, sentence) ?? sentence.text

export const evidenceOf: typeof english.evidenceOf = ({ evidence, reasons }) =>
  evidence.map((text, i) => (reasons[i] && inWords(ofIdeas, reasons[i])) ?? text)
