import type { Logger } from '@rts/shared/logger'
import { type Loop, startLoop } from '@rts/shared/loops/loop'
import type { CollectStore } from './collects.sql.ts'

const hourMs = 3_600_000

/** Every hour, on every replica: deletes the collect tokens of old days. */
export function startCollectUpkeep(collects: Pick<CollectStore, 'forgetOld'>, logger: Logger): Loop {
  return startLoop({
    pollMs: hourMs,
    round: () => collects.forgetOld().then(() => false),
    onError: (error) => logger.warn({ err: error }, 'old collect tokens could not be deleted'),
  })
}
