import { askProvider } from '@rts/outside/call'
import type { Failure } from '@rts/shared/failure'
import { z } from 'zod'
import type { AdapterDeps } from './keyword-data.ts'

const granted = z.looseObject({ access_token: z.string().min(1), expires_in: z.number() })
/** A token is changed this long before its end, so that none ends on its way. */
const spareMs = 60_000

/** The access token of Google's OAuth for a refresh token, kept until shortly before its end. */
export function createGoogleToken({ config, http, clock }: AdapterDeps, source: string) {
  let kept: { token: string; until: number } | null = null
  return {
    async get(signal?: AbortSignal): Promise<{ ok: true; token: string } | Failure> {
      if (kept && clock.now().getTime() < kept.until) return { ok: true, token: kept.token }
      const form = {
        grant_type: 'refresh_token',
        client_id: config.GOOGLE_ADS_CLIENT_ID ?? '',
        client_secret: config.GOOGLE_ADS_CLIENT_SECRET ?? '',
        refresh_token: config.GOOGLE_ADS_REFRESH_TOKEN ?? '',
      }
      const request = { provider: source, url: config.GOOGLE_TOKEN_URL, form, signal }
      // A refresh token that was revoked is answered 400.
      const answer = await askProvider(http, request, granted, ({ status }) => (status === 400 ? 'auth' : null))
      if (!answer.ok) return answer
      const { access_token: token, expires_in: seconds } = answer.body
      kept = { token, until: clock.now().getTime() + seconds * 1_000 - spareMs }
      return { ok: true, token: kept.token }
    },
    /** The token was refused: the next call asks for another one. */
    forget(): void {
      kept = null
    },
  }
}
