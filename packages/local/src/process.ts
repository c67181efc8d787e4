import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream, openSync, type WriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'

export type ChildExit = { code: number | null; signal: NodeJS.Signals | null }

export type ChildOptions = {
  name: string
  command: string
  args: readonly string[]
  env: NodeJS.ProcessEnv
  logFile: string
  cwd?: string
  onLine?: (line: string) => void
  /** A channel by which the child notices the death of this process. */
  endsWithParent?: boolean
}

export type Child = {
  name: string
  pid: number
  exited: Promise<ChildExit>
  /** Resolves once all of its output has been read. */
  closed: Promise<void>
  firstMessage: Promise<unknown>
  /** Sends a message on its channel. One that comes too late is lost: its end says more. */
  tell(message: object): void
  stop(deadlineMs: number): Promise<ChildExit>
}

/**
 * Starts a program whose output goes to `logFile`, each line after `[name] `. `stop` sends SIGTERM, and after the deadline SIGKILL to its
 * children too.
 */
export async function spawnChild(options: ChildOptions): Promise<Child> {
  // A stream that opens later could fail on a removed folder.
  const log = createWriteStream(options.logFile, { fd: openSync(options.logFile, 'a', 0o600) })
  // Its own session: Ctrl-C reaches only the runner.
  const child = spawn(options.command, options.args, {
    env: options.env,
    stdio: ['ignore', 'pipe', 'pipe', ...(options.endsWithParent ? (['ipc'] as const) : [])],
    detached: true,
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  })
  for (const output of [child.stdout, child.stderr]) if (output) copyLines(output, log, options)
  const closed = new Promise<void>((resolve) => child.once('close', () => resolve(void log.end())))
  const exited = exitOf(child)
  const firstMessage = new Promise((resolve) => child.once('message', resolve))
  const pid = await startedPid(child).catch((error: unknown) => {
    log.end()
    throw error
  })
  const stop = (deadlineMs: number) => stopProcess({ pid, exited }, 'SIGTERM', deadlineMs)
  const tell = (message: object) => void child.send(message, () => {})
  return { name: options.name, pid, exited, closed, firstMessage, tell, stop }
}

export async function startedPid(child: ChildProcess): Promise<number> {
  await once(child, 'spawn')
  if (child.pid === undefined) throw new Error('A started program has no process id')
  return child.pid
}

export function exitOf(child: ChildProcess): Promise<ChildExit> {
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }))
    child.once('error', () => child.pid === undefined && resolve({ code: null, signal: null }))
  })
}

/** Sends `signal`, waits `deadlineMs`, then kills the whole process group. */
export async function stopProcess(
  running: { pid: number; exited: Promise<ChildExit> },
  signal: NodeJS.Signals,
  deadlineMs: number,
): Promise<ChildExit> {
  send(running.pid, signal)
  const cancel = new AbortController()
  const late = delay(deadlineMs, 'late' as const, { signal: cancel.signal }).catch(() => 'late' as const)
  const first = await Promise.race([running.exited, late])
  cancel.abort()
  if (first !== 'late') return first
  send(-running.pid, 'SIGKILL')
  return running.exited
}

export function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

function copyLines(output: Readable, log: WriteStream, options: ChildOptions): void {
  createInterface({ input: output }).on('line', (line) => {
    log.write(`[${options.name}] ${line}\n`)
    options.onLine?.(line)
  })
}
