import type { Caller } from '@rts/shared/contract/caller'
import type { RpcCaller, RpcClient } from '@rts/shared/service/rpc-client'
import { describe, expect, it } from 'vitest'
import { callerOfOwners } from './app.ts'

const caller: Caller = {
  v: 1,
  kid: 'k1',
  iss: 'gateway',
  aud: 'mcp',
  iat: 1_800_000_000_000,
  kind: 'account',
  accountId: 'a',
  plan: 'free',
  keyId: 'k',
  role: null,
  siteIds: null,
  collect: 'allow',
  requestId: 'r',
}

async function askedAs(as: 'caller' | 'system'): Promise<RpcCaller | undefined> {
  const asked: RpcCaller[] = []
  const rpc: RpcClient = (_name, _input, given) => {
    asked.push(given)
    return Promise.reject(new Error('no owner answers here'))
  }
  const call = callerOfOwners(rpc)({ caller, left: new AbortController().signal })
  await call('sites.list', { query: {} }, as).catch(() => {})
  return asked[0]
}

describe('an owner is asked', () => {
  it('as the caller, from the moment its plan was read', async () => {
    expect(await askedAs('caller')).toMatchObject({ kind: 'account', accountId: 'a', plan: 'free', iat: caller.iat })
  })

  it('as the service itself, from now', async () => {
    expect(await askedAs('system')).toMatchObject({ kind: 'system', accountId: '', keyId: null, collect: 'deny' })
    expect(await askedAs('system')).not.toHaveProperty('iat')
  })
})
