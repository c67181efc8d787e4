import { hash } from 'node:crypto'
import { type ProgramName, programNames, type ServiceName } from '../contract/services.ts'
import { callerKeysOf, type PairedKeys } from '../service/caller-keys.ts'
import { type CallerSigner, createCallerSigner, createCallerVerifier } from '../service/caller-signature.ts'

/** The secrets of services in tests and benchmarks. */
export const testSecrets = {
  SEAL_KEYS: 'k1:a-secret-that-seals-in-tests',
  AUTH_SECRET: 'a-secret-that-signs-sessions-in-tests',
  NETWORK_KEY: 'a-secret-that-keys-networks-in-tests',
}

const privateKeys = programNames.map((name) => [name, `k1:${hash('sha256', `key of ${name}`, 'base64url')}`])
// safe because each program has just got its own
const keys = callerKeysOf(Object.fromEntries(privateKeys) as Record<ProgramName, string>)

/** The keys with which a program signs and verifies calls: the same in each process. */
export function testKeys(program: ProgramName): PairedKeys {
  return keys[program]
}

/** The signer of a program. */
export function signerOf(program: ProgramName): CallerSigner {
  return createCallerSigner(program, keys[program])
}

/** The verifier of a service. */
export function verifierOf(service: ServiceName) {
  return createCallerVerifier(service, keys[service])
}

/** Signs each kind of caller as a program that calls as it. */
export function signerOfAll(): CallerSigner {
  const agents = signerOf('mcp')
  const people = signerOf('dashboard')
  const operator = signerOf('operator')
  return (claims, request) => {
    if (claims.kind === 'operator') return operator(claims, request)
    return (claims.kind === 'account' || claims.kind === 'guest' ? agents : people)(claims, request)
  }
}
