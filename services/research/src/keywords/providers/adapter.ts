import type { ProviderHttp } from '@rts/outside/http'
import type { Clock } from '@rts/shared/clock'
import type { KeywordConfig } from '../config.ts'

export type AdapterDeps = { config: KeywordConfig; http: ProviderHttp; clock: Clock }
