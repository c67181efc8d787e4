import type { Capability } from '@rts/outside/capability'
import type { ProviderHttp } from '@rts/outside/http'
import type { Clock } from '@rts/shared/clock'
import type { LinkRow } from '../rules/link-row.ts'

export type LinkSource = Capability<{ domain: string }, LinkRow[]>
export type LinkAdapterDeps = { http: ProviderHttp; clock: Clock; sandbox: boolean }
