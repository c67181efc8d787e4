import { Notice } from '../../kit/notice.tsx'
import { type Outcome, outcomes } from './outcome.ts'

export function OutcomeNotice({ outcome }: { outcome: Outcome | undefined }) {
  if (!outcome) return null
  return <Notice tone={outcome === 'connected' ? 'good' : 'warn'}>{outcomes[outcome]}</Notice>
}
