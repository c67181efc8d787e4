import type { ProviderHttp } from '@rts/outside/http'
import type { Clock } from '@rts/shared/clock'
import { z } from 'zod'
import type { ListedResult } from './paging.ts'

export type AdapterDeps = { http: ProviderHttp; clock: Clock }

/** An organic result as most providers write it, with only the fields that we read; a wrong type makes the page unreadable. */
export const linkedResult = z
  .looseObject({ link: z.string().nullish() })
  .transform(({ link }): ListedResult => ({ url: link ?? null }))

/** "People also ask" entries beside the results; a bad list never fails the page. */
export const questionList = z
  .array(z.looseObject({ question: z.string() }).transform(({ question }) => question))
  .optional()
  .catch(undefined)
  .transform((questions) => questions ?? [])
