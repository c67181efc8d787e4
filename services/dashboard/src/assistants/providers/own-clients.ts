import { AppError } from '@rts/shared/errors'
import type { RpcClient } from '@rts/shared/service/rpc-client'
import { systemCaller } from '@rts/shared/service/system-caller'
import { refusals } from '@rts/shared/texts/refusals'
import type { Client, ReadClient } from './clients.ts'

/** Reads clients that the gateway knows: those that registered themselves, and those that people made by hand. */
export function createOwnClientReader(call: RpcClient): ReadClient {
  return async (id) => {
    const { client } = await call('oauthClients.get', { query: { id } }, systemCaller()).catch(unknown)
    return { ...client, host: null } satisfies Client
  }
}

function unknown(error: unknown): never {
  if (!(error instanceof AppError) || error.code !== 'not_found') throw error
  throw new AppError('bad_request', refusals.programUnknown)
}
