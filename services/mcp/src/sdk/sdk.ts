import type { Logger } from '@rts/shared/logger'
import type { Leg, LegOptions } from './leg.ts'
import { createLegacyLeg } from './legacy.ts'
import { createBothLegs } from './modern.ts'

export function createLeg({ toolbox, logger, isModern }: LegOptions & { logger: Logger; isModern: boolean }): Leg {
  const legacy = createLegacyLeg({ toolbox })
  return isModern ? createBothLegs({ toolbox, logger, legacy }) : legacy
}
