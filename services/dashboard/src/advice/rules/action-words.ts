import type { Deed } from './model.ts'

/** The month in which a plan for a refresh is to be published: that of the decision, however late it is carried out. */
export function planMonth(decidedAt: Date): string {
  return decidedAt.toISOString().slice(0, 7)
}

/** What a deed does, in words for the log. */
export function deedWords(deed: Deed, decidedAt: Date): string {
  switch (deed.kind) {
    case 'disavow':
      return `${deed.domain} was put on the disavow list`
    case 'plan':
      return `“${deed.q}” was put into the content plan for ${planMonth(decidedAt)}`
    default: {
      const missing: never = deed
      return missing
    }
  }
}
