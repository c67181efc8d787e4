import { chownSync } from 'node:fs'

export type Identity = { uid: number; gid: number }

const unprivileged: Identity = { uid: 65534, gid: 65534 }

/** The user that runs Postgres: it refuses root, so root runs it as `nobody`; any other user runs it as themselves. */
export function postgresIdentity(): Identity | undefined {
  return process.getuid?.() === 0 ? unprivileged : undefined
}

/** Changes the owner of a file or folder to `identity`, if there is one. */
export function handOver(file: string, identity: Identity | undefined): void {
  if (identity !== undefined) chownSync(file, identity.uid, identity.gid)
}
