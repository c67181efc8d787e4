import { AppError } from '@rts/shared/errors'
import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import type { RpcCaller } from '@rts/shared/service/rpc-client'
import type { DueRule, RuleStore } from './allowed-rules.sql.ts'
import type { Decision, Site } from './decision-records.sql.ts'
import type { DecisionStore } from './decisions.sql.ts'
import type { Rule } from './rules/model.ts'
import { isRefusal } from './rules/refusal.ts'
import { type Advice, ruleOf } from './rules/rules.ts'

export type AdviceJobDeps = {
  advise(site: Site, rules: readonly Rule[], caller: RpcCaller): Promise<Advice>
  decisions: DecisionStore
  allowed: RuleStore
  actions: { carryOut(decision: Decision, caller: RpcCaller): Promise<unknown> }
  /** A person as the caller, by what they may do now. Throws a refusal where they may not enter the account any more. */
  inNameOf(accountId: string, personId: string): Promise<RpcCaller>
  logger: Logger
  pollMs?: number
}

/** Lets rules act that people allowed to, each in the name of whoever allowed it, and finishes what a killed process left. */
export function startAdviceJob({
  advise,
  decisions,
  allowed,
  actions,
  inNameOf,
  logger,
  pollMs = 5_000,
}: AdviceJobDeps): Loop {
  async function finishNext(): Promise<boolean> {
    const left = await decisions.unfinished()
    if (!left) return false
    try {
      await actions.carryOut(left, await inNameOf(left.accountId, left.personId))
    } catch (error) {
      if (isRefusal(error)) await decisions.drop(left)
      logger.warn({ err: error, decisionId: left.id }, 'a decision was not carried out')
    }
    return true
  }

  async function act({ site, rule, allowedBy }: DueRule): Promise<void> {
    const caller = await inNameOf(site.accountId, allowedBy)
    if (caller.role === 'member')
      throw new AppError('role_required', 'Whoever allowed this is no owner or admin of the account any more')
    const { open, missing } = await advise(site, [ruleOf(rule)], caller)
    if (missing.length > 0) throw new AppError('unavailable', 'What the rule reads could not be read')
    for (const card of open.get(rule) ?? []) {
      const taken = await decisions.take(site, card, allowedBy)
      if (taken) await actions.carryOut(taken, caller)
    }
  }

  async function runNext(): Promise<boolean> {
    const due = await allowed.due()
    if (!due) return false
    await act(due).then(
      () => allowed.note(due.site, due.rule, null),
      (error: unknown) => noteProblem(due, error),
    )
    return true
  }

  async function noteProblem({ site, rule }: { site: Site; rule: DueRule['rule'] }, error: unknown): Promise<void> {
    logger.warn({ err: error, rule, siteId: site.id }, 'a rule did not act')
    await allowed.note(site, rule, error instanceof AppError ? error.message : 'Something went wrong on our side')
  }

  return startLoop({
    pollMs,
    onError: (error) => logger.warn({ err: error }, 'no rule was looked at'),
    round: async () => (await finishNext()) || (await runNext()),
  })
}
