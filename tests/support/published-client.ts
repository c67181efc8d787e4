import { createHash, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import { connectPath } from '@rts/shared/contract/doors'
import { portOf } from '@rts/shared/service/health'

const host = 'client.example'
export const clientId = `https://${host}/oauth/client.json`

export type ClientMetadata = { client_name: string; redirect_uris: [string, ...string[]]; [field: string]: unknown }

/** Publishes the metadata document of a client of OAuth, which a system that is started with `env` finds. */
export async function publishClient(metadata: ClientMetadata) {
  const document = JSON.stringify({ client_id: clientId, ...metadata })
  const server = createServer((_req, res) => res.setHeader('content-type', 'application/json').end(document))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    env: { HOST_OVERRIDES: `${host}=127.0.0.1:${portOf(server.address())}` },

    /** A request for consent as the client writes it, and the verifier of its challenge. */
    newRequest(appUrl: string): { request: string; verifier: string } {
      const verifier = randomBytes(32).toString('base64url')
      const asked = {
        ...{ response_type: 'code', client_id: clientId, redirect_uri: metadata.redirect_uris[0] },
        ...{ code_challenge: createHash('sha256').update(verifier).digest('base64url'), code_challenge_method: 'S256' },
        resource: appUrl + connectPath,
      }
      return { request: new URLSearchParams(asked).toString(), verifier }
    },

    stop: () => void server.close(),
  }
}
