import type { letters as english } from '../letters.ts'
import { accountLetters } from './letters-account.ts'
import { paymentLetters } from './letters-payment.ts'
import { siteLetters } from './letters-site.ts'
import { weekly } from './weekly.ts'

export const letters: typeof english = { ...accountLetters, ...siteLetters, ...paymentLetters, weekly }
