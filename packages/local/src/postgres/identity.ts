import { chownSync } from 'node:fs'

export type Identity = { uid: number; gid: number }

const nobody: Identity = { uid: 65534, gid: 65534 }

/** Who runs Postgres: it refuses to run as root, so root hands it to an account without rights; anyone else keeps their own. */
export function postgresIdentity(): Identity | undefined {
  return process.getuid?.() === 0 ? nobody : undefined
}

/** Gives a file or folder to the identity; does nothing when there is none to switch to. */
export function handOver(file: string, identity: Identity | undefined): void {
  if (identity !== undefined) chownSync(file, identity.uid, identity.gid)
}
