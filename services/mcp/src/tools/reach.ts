import { z } from 'zod'

export const reach = { firstCheckedOn: z.iso.date().nullable().optional(), hint: z.string().optional() }

type Compared = { summary: { keywords: number; comparable: number }; firstCheckedOn?: string | null | undefined }

/** Warns that zeros mean nothing where no keyword was checked then. */
export function hintOf({ summary, firstCheckedOn }: Compared, since: string | undefined): { hint?: string } {
  if (since === undefined || summary.comparable > 0 || summary.keywords === 0) return {}
  const begin = firstCheckedOn
    ? `The first check was on ${firstCheckedOn}: ask since a later day`
    : 'None was checked yet'
  return { hint: `No keyword has a rank of ${since} to compare with, so the counts of moves are 0. ${begin}.` }
}
