import type { Router } from 'express'
import type { WorldState } from '../../state/world-state.ts'
import type { Provider } from '../provider.ts'
import { consentRoutes } from './consent.ts'
import { searchConsole } from './console.ts'
import { googleOauth } from './oauth.ts'
import { createGoogleTokens, type GoogleTokens } from './tokens.ts'

export type PlayedGoogle = { tokens: GoogleTokens; consent: Router; providers: readonly Provider[] }

export function createGoogle(world: WorldState, clock: () => Date): PlayedGoogle {
  const tokens = createGoogleTokens(world, clock)
  const providers = [googleOauth(tokens), searchConsole(world, tokens, clock)]
  return { tokens, consent: consentRoutes(tokens), providers }
}
