import { existsSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Child, spawnChild } from '../process.ts'
import { type Alive, keepAlive } from './keep-alive.ts'
import type { Launch, Program } from './programs.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const libraries = path.join(root, 'packages/local/src/libraries.ts')
const bundles = path.join(root, 'node_modules/.libraries/bundles.json')
// A slow machine with other work needs a minute.
const readyDeadlineMs = 180_000
const stopDeadlineMs = 8_000
/** A bad variable, as `ConfigError` writes it. */
const badVariable = /^ {2}[A-Z][A-Z0-9_]*: /

export type Launched = Alive & Pick<Child, 'firstMessage' | 'tell' | 'closed'> & { refused: readonly string[] }
export type Running = { name: string; stop(): Promise<void> }

/** Starts a program, waits until it is ready, and restarts it whenever it ends. Its process may have been launched before. */
export async function keepRunning(
  program: Program,
  logs: string,
  say: (line: string) => void,
  launched?: Launched,
): Promise<Running> {
  const log = logFile(logs, program)
  const start = async (running?: Launched) => {
    const child = running ?? (await launch(program, logs))
    if (program.message) child.tell(program.message)
    return child
  }
  const child = await start(launched)
  const started = Promise.race([
    untilReady(program, child.firstMessage),
    child.exited.then(async ({ code }) => {
      await child.closed
      throw new Error([`${program.name} did not start (exit ${code}); its log: ${log}`, ...child.refused].join('\n'))
    }),
  ])
  await started.catch(async (error: unknown) => {
    await child.stop()
    throw error
  })
  const kept = keepAlive(child, start, ({ code, signal }) =>
    say(`${program.name} ended (${signal ?? `exit ${code}`}) and is being restarted; its log: ${log}`),
  )
  return { name: program.name, stop: kept.stop }
}

function logFile(folder: string, { name }: Launch): string {
  return path.join(folder, `${name}.log`)
}

export async function launch(program: Launch, logs: string): Promise<Launched> {
  const refused: string[] = []
  const child = await spawnChild({
    name: program.name,
    command: process.execPath,
    args: [...(existsSync(bundles) ? ['--import', libraries] : []), path.join(root, program.entry)],
    cwd: root,
    env: { ...process.env, ...program.env },
    logFile: logFile(logs, program),
    onLine: (line) => badVariable.test(line) && refused.push(line),
    endsWithParent: true,
  })
  return { ...child, refused, stop: () => child.stop(stopDeadlineMs) }
}

/** It is not asked before it says that it listens: that would take processor time. */
async function untilReady({ name, readyUrls }: Program, listens: Promise<unknown>): Promise<void> {
  const deadline = Date.now() + readyDeadlineMs
  await Promise.race([listens, delay(readyDeadlineMs, undefined, { ref: false })])

  while (Date.now() < deadline) {
    if ((await Promise.all(readyUrls.map(hasEveryPart))).every(Boolean)) return
    await delay(25)
  }
  throw new Error(`${name} was not ready within ${readyDeadlineMs / 1_000} s`)
}

/** A system is not ready until its services reach each other. */
async function hasEveryPart(readyUrl: string): Promise<boolean> {
  const answer = await fetch(readyUrl).catch(() => undefined)
  const { parts = [] } = Object(await answer?.json().catch(() => undefined))
  return answer?.ok === true && [parts].flat().every((part) => part.ok)
}
