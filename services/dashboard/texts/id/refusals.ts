import type * as english from '../refusals.ts'
import { codes } from './service/codes.ts'
import { fields } from './service/fields.ts'
import { refusals } from './service/refusals.ts'
import { translator } from './service/translator.ts'

const refusal = translator(refusals)
const field = translator(fields)

/** Of a refusal that is not known its kind is said. */
export const refused: typeof english.refused = ({ code, detail }) => refusal(detail) ?? codes[code] ?? detail

export const fieldRefused: typeof english.fieldRefused = (message) => field(message) ?? 'isian ini tidak dapat diterima'
