import type { AdviceCard, AdviceDecision, AdviceRuleRow } from '@rts/shared/contract/rows/advice'
import type { AllowedRule } from './allowed-rules.sql.ts'
import type { Decision } from './decisions.sql.ts'
import type { Rule } from './rules/model.ts'
import type { Found } from './rules/rules.ts'
import { actionWords } from './rules/words.ts'

export function cardOf({ subject: _subject, fact: _fact, action, sandbox, ...card }: Found): AdviceCard {
  return { ...card, action: action?.kind ?? null, ...(sandbox ? { sandbox } : {}) }
}

export function decisionOf(decision: Decision): AdviceDecision {
  const { id, rule, title, evidence, action, byRule, by, at, until } = decision
  return {
    id,
    rule,
    title,
    evidence,
    decision: decision.decision,
    byRule,
    by,
    action: action && actionWords(action, at),
    status: statusOf(decision),
    at: at.toISOString(),
    until: until?.toISOString() ?? null,
  }
}

function statusOf({ leaseUntil, endedAt, until }: Decision): AdviceDecision['status'] {
  if (leaseUntil) return 'under_way'
  if (!endedAt) return 'counts'
  return until?.getTime() === endedAt.getTime() ? 'over' : 'undone'
}

export function ruleRowOf({ name: rule, statement, action }: Rule, allowed: readonly AllowedRule[]): AdviceRuleRow {
  const found: Partial<AllowedRule> = allowed.find((row) => row.rule === rule) ?? {}
  const { weeklyCap = null, actedInWeek = 0, allowedBy = null, problem = null } = found
  return { rule, statement, action: action ?? null, weeklyCap, actedInWeek, allowedBy, problem }
}
