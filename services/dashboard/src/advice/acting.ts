import { AppError } from '@rts/shared/errors'
import { startLane } from '@rts/shared/loops/lane'
import type { Loop } from '@rts/shared/loops/loop'
import { refusals } from '@rts/shared/texts/refusals'
import { type InNameOf, isManager, isRefusal } from '../accounts/accounts.ts'
import type { Advisor } from './advisor.ts'
import { claimRule, type DueRule, storeProblem } from './allowed-rules.sql.ts'
import { claimDecision, type Decision, dropDecision } from './cards.sql.ts'
import { type Actions, type AdviceParts, takeCard } from './decisions.ts'
import { ruleOf } from './rules/rules.ts'

type JobDeps = AdviceParts & {
  advise: Advisor
  actions: Pick<Actions, 'carryOut'>
  inNameOf: InNameOf
}

/** Lets rules act that people allowed to, each in that person's name, and finishes what a killed process left. */
export function startActing(deps: JobDeps): Loop[] {
  const { database, records, advise, actions, inNameOf, logger } = deps

  async function finish(left: Decision): Promise<void> {
    try {
      await actions.carryOut(left, await inNameOf(left.accountId, left.personId))
    } catch (error) {
      if (isRefusal(error)) await dropDecision(records, left.id)
      logger.warn({ err: error, decisionId: left.id }, 'a decision was not carried out')
    }
  }

  async function act({ site, rule, allowedBy }: DueRule): Promise<void> {
    const caller = await inNameOf(site.accountId, allowedBy)
    if (caller.role === null || !isManager(caller.role))
      throw new AppError('role_required', 'The person who allowed this is no owner or admin of the account any more')
    const { open, missing } = await advise(site, [ruleOf(rule)], caller)
    if (missing.length > 0) throw new AppError('unavailable', 'What the rule reads could not be read')
    for (const card of open.get(rule) ?? []) {
      const taken = await takeCard(deps, site, card, allowedBy)
      if (taken) await actions.carryOut(taken, caller)
    }
  }

  async function run(due: DueRule): Promise<void> {
    let problem: string | null = null
    try {
      await act(due)
    } catch (error) {
      logger.warn({ err: error, rule: due.rule, siteId: due.site.id }, 'a rule did not act')
      problem = error instanceof AppError ? error.message : refusals.internal.text
    }
    await storeProblem(records, due, problem)
  }

  const onError = (error: unknown) => logger.warn({ err: error }, 'no rule was looked at')
  return [
    startLane({ claim: () => claimDecision(database), run: finish, onError, pollMs: 5_000 }),
    startLane({ claim: () => claimRule(database), run, onError, pollMs: 5_000 }),
  ]
}
