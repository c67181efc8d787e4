import { fork } from 'node:child_process'
import path from 'node:path'
import type { PairedKeys } from '@rts/shared/service/caller-keys'
import type { Connection } from './data-folder.ts'

export type Demo = Pick<Connection, 'apiKey' | 'accountId'> & { demoPerson: NonNullable<Connection['demoPerson']> }

type Broker = { natsUrl: string; callerKeys: PairedKeys; secret: string }
export type DemoTask = Broker & ({ kept: Connection | undefined } | { folder: string; connection: Connection })
export type FromDemoProcess = { said: string } | { made: Demo | null } | { failed: string }

export function keptDemo(kept: Connection | undefined): Demo | undefined {
  return kept?.demoPerson && { apiKey: kept.apiKey, accountId: kept.accountId, demoPerson: kept.demoPerson }
}

/** Makes the demo account, or what `kept` lacks of it. */
export async function makeDemoAccount(task: Broker & { kept: Connection | undefined }): Promise<Demo> {
  const made = await inProcess(task, () => {})
  if (!made) throw new Error('The demo account was not made')
  return made
}

export async function fillDemoSite(
  task: Broker & { folder: string; connection: Connection },
  say: (line: string) => void,
): Promise<void> {
  await inProcess(task, say)
}

/** Its table of operations and broker client take 40 MB. */
function inProcess(task: DemoTask, say: (line: string) => void): Promise<Demo | null> {
  const child = fork(path.join(import.meta.dirname, 'demo-process.ts'))
  return new Promise((resolve, reject) => {
    child.on('message', (message: FromDemoProcess) => {
      if ('said' in message) say(message.said)
      else if ('failed' in message) reject(new Error(message.failed))
      else resolve(message.made)
    })
    child.on('error', reject)
    child.on('exit', (code) => reject(new Error(`its process ended with ${code}`)))
    child.send(task)
  })
}
