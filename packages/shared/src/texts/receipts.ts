import { catalogue, counted } from './sentence.ts'

type Bought = { plan: string; months: number; from: string; until: string }

/** The lines of receipts. */
export const receiptLines = catalogue({
  plan: ({ plan, months, from, until }: Bought) =>
    `${plan} plan, ${counted(months, { one: 'month', other: 'months' })}, ${from} to ${until}`,
  credit: 'Credit of earlier payments',
  tooLittle: 'Less than can be paid',
})
