import type { CollectReason } from '@rts/shared/collects/kind'
import { meaningTable } from './markdown.ts'

const reasons: Record<CollectReason, [string, string]> = {
  no_provider: [
    'the installation has no provider for this data',
    'ask its operator; some lists still answer from your own checks',
  ],
  collect_limit: ["the day's collects are used up", 'read again tomorrow (UTC), or change the plan'],
  allowance_exhausted: [
    "the day's calls are used up, and a used-up day starts nothing",
    'read again tomorrow (UTC), or change the plan',
  ],
  site_frozen: ['the site is beyond the plan', 'make room in the plan; asking again changes nothing'],
}

/** The parts of docs/api that derive from the contract. */
export const apiParts = {
  'docs/api/collected-data.md': { reasons: meaningTable('reason', reasons) },
}
