import type * as english from '../said.ts'
import { cards } from './service/cards.ts'
import { errors } from './service/errors.ts'
import { ideas } from './service/ideas.ts'
import { receipts } from './service/receipts.ts'
import { translator } from './service/translator.ts'

const known = translator([...cards, ...errors, ...ideas, ...receipts])

/** A sentence that is not known stays English: its facts are in no other sentence. */
export const said: typeof english.said = (sentence) => known(sentence) ?? sentence
