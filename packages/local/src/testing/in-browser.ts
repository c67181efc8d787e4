import { describe } from 'vitest'
import { browserProgram, programs } from './browser.ts'

const program = browserProgram(process.env)
if (program === undefined) console.warn(`Tests with a browser are skipped: none of ${programs.join(', ')} is installed`)

/** `describe` where a browser is installed. */
export const describeInBrowser = describe.skipIf(program === undefined)
