import { createHash, randomBytes } from 'node:crypto'
import { connectPath } from '@rts/shared/contract/doors'
import { clientPage, publish } from './publish.ts'
import type { TestSystem } from './system.ts'

const host = 'client.sandbox.example'
export const clientId = `https://${host}/oauth/client.json`

export type ClientMetadata = { client_name: string; redirect_uris: [string, ...string[]]; [field: string]: unknown }

/** Publishes the metadata document of a client of OAuth on a host that the sandbox plays. */
export async function publishClient(system: TestSystem, metadata: ClientMetadata) {
  await publish(system, host, clientPage({ client_id: clientId, ...metadata }))
  return {
    /** A request for consent as the client writes it, and the verifier of its challenge. */
    newRequest(): { request: string; verifier: string } {
      const verifier = randomBytes(32).toString('base64url')
      const asked = {
        response_type: 'code',
        client_id: clientId,
        redirect_uri: metadata.redirect_uris[0],
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
        resource: system.connection.appUrl + connectPath,
      }
      return { request: new URLSearchParams(asked).toString(), verifier }
    },
  }
}
