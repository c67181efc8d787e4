import { accountLetters } from './letters-account.ts'
import { paymentLetters } from './letters-payment.ts'
import { siteLetters } from './letters-site.ts'
import { weekly } from './weekly.ts'

/** The letters of the service: subject, paragraphs and the label of the button. */
export const letters = { ...accountLetters, ...siteLetters, ...paymentLetters, weekly }
