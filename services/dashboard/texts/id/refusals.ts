import type * as english from '../refusals.ts'
import { faults } from './service/faults.ts'
import { inWords } from './service/in-words.ts'
import { codes, refusals } from './service/refusals.ts'

/** A refusal without a sentence of its own says what its code is about. */
export const refused: typeof english.refused = ({ code, detail, sentence }) =>
  (sentence && inWords(refusals, sentence)) ?? codes[code] ?? detail

export const fieldRefused: typeof english.fieldRefused = ({ sentence }) =>
  (sentence && inWords(faults, sentence)) ?? 'isian ini tidak dapat diterima'
