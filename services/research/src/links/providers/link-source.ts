import type { Capability } from '@rts/outside/capability'
import type { LinkRow } from '../rules/link-row.ts'

export type LinkSource = Capability<{ domain: string }, LinkRow[]>
