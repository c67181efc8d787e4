import { kit as t } from '../../../texts/kit.ts'
import { Muted } from '../layout/page.tsx'
import { figure } from '../words/figure.tsx'

/** Says so where a list is longer than what a table shows of it. */
export function FirstRows({ shown, total }: { shown: number; total: number }) {
  if (shown >= total) return null
  return <Muted>{t.firstOfAreListed(figure(shown), figure(total))}</Muted>
}
