import { createHash } from 'node:crypto'
import type { AdviceCard, AdviceRule } from '@rts/shared/contract/rows/advice'
import { checksFail } from './checks-fail.ts'
import { linkToDisavow } from './link-to-disavow.ts'
import type { Finding, Knowledge, Rule } from './model.ts'
import { errorsOnRankingPage, nearTop10 } from './pages.ts'
import { leftTop10, pageSwap, rivalPassed } from './rank-changes.ts'

/** Every rule, in the order in which their cards are shown. */
export const rules: readonly Rule[] = [
  checksFail,
  leftTop10,
  rivalPassed,
  errorsOnRankingPage,
  nearTop10,
  pageSwap,
  linkToDisavow,
]

export function ruleOf(name: AdviceRule): Rule {
  const found = rules.find((rule) => rule.name === name)
  if (!found) throw new Error(`no rule ${name}`)
  return found
}

export type Found = Finding & Pick<AdviceCard, 'id' | 'rule'>

/** The open cards by rule, and the rules whose facts could not be read. */
export type Advice = { open: Map<AdviceRule, Found[]>; missing: AdviceRule[] }

export function findingsOf(rule: Rule, known: Knowledge, now: Date): Found[] {
  return rule.find(known, now).map((finding) => ({ ...finding, rule: rule.name, id: idOf(rule.name, finding.subject) }))
}

function idOf(rule: AdviceRule, subject: string): string {
  return createHash('sha256').update(`${rule} ${subject}`).digest('base64url').slice(0, 22)
}
