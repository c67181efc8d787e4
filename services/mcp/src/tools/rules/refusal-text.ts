import type { Caller } from '@rts/shared/contract/caller'
import { type AppError, errorCodes } from '@rts/shared/errors'
import { planNames } from '@rts/shared/plans'

/** The cause and the next step; never a third party's text. */
export function refusalText(error: AppError, caller: Caller, appUrl: string): string {
  const { code, message, facts } = error
  if (code === 'plan_limit_reached' || code === 'plan_required')
    return `${sentence(message)} ${higherPlan(caller, appUrl)}`
  if (code === 'not_found') {
    return `${sentence(message)} account_status lists the sites of this key, keyword_positions the keywords of a site.`
  }
  if (code === 'internal') return 'Something went wrong on our side. Try again in 5 seconds.'
  if (!errorCodes[code].retryable) return sentence(message)
  const isOurs = code === 'unavailable' || code === 'timeout'
  return `${isOurs ? 'Temporarily unavailable. ' : ''}${sentence(message)} Try again in ${facts.retryAfterSeconds ?? 5} seconds.`
}

/** Names no number: the operator sets the limits of plans. */
export function higherPlan({ kind, plan }: Caller, appUrl: string): string {
  if (kind === 'guest') {
    return 'Call request_link and give the link to a person whose plan allows more: the site moves to it. Free allows hardly more than a guest has.'
  }
  if (plan === planNames.at(-1)) return 'No plan allows more.'
  return `The owner of the account can change the plan at ${appUrl}.`
}

export function frozenHint(caller: Caller, appUrl: string): string {
  return `This site is frozen: it is beyond the sites of the plan. This is what was saved; nothing is checked, collected or added, and asking again changes nothing. Its keywords count towards no limit. A person can delete an older site. ${higherPlan(caller, appUrl)}`
}

function sentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`
}

/** A caller's text: short, without characters that break a line. */
export function printable(text: string): string {
  return text.slice(0, 60).replace(/[^\p{L}\p{N}_.[\]-]/gu, '?')
}
