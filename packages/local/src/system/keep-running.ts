import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { type Child, spawnChild } from '../process.ts'
import type { Program } from './programs.ts'

const root = path.resolve(import.meta.dirname, '../../../..')
const readyDeadlineMs = 60_000
const stopDeadlineMs = 8_000
const restartPauseMs = 500

export type Running = { name: string; stop(): Promise<void> }

/** Starts a program, waits until it is ready, and starts it again (saying so) whenever it dies. */
export async function keepRunning(program: Program, logFolder: string, say: (line: string) => void): Promise<Running> {
  let stopping = false
  let child = await launch(program, logFolder)
  const watch = (current: Child): void => {
    void current.exited.then(async ({ code, signal }) => {
      while (!stopping) {
        say(
          `${program.name} ended (${signal ?? `exit ${code}`}) and is started again; its log: ${logFile(logFolder, program)}`,
        )
        await delay(restartPauseMs)
        const next = stopping ? undefined : await launch(program, logFolder).catch(() => undefined)
        if (!next) continue
        child = next
        return watch(next)
      }
    })
  }
  watch(child)
  await Promise.race([untilReady(program), child.exited.then((exit) => failedStart(program, logFolder, exit.code))])
  return {
    name: program.name,
    stop: async () => {
      stopping = true
      await child.stop(stopDeadlineMs)
    },
  }
}

function logFile(folder: string, { name }: Program): string {
  return path.join(folder, `${name}.log`)
}

function launch(program: Program, logFolder: string): Promise<Child> {
  return spawnChild({
    name: program.name,
    command: process.execPath,
    args: [path.join(root, program.entry)],
    cwd: root,
    env: { ...process.env, ...program.env },
    logFile: logFile(logFolder, program),
    endsWithParent: true,
  })
}

function failedStart(program: Program, logFolder: string, code: number | null): never {
  throw new Error(`${program.name} did not start (exit ${code}); its log: ${logFile(logFolder, program)}`)
}

async function untilReady({ name, readyUrl }: Program): Promise<void> {
  const deadline = Date.now() + readyDeadlineMs
  while (Date.now() < deadline) {
    const answer = await fetch(readyUrl).catch(() => undefined)
    await answer?.body?.cancel()
    if (answer?.ok) return
    await delay(25)
  }
  throw new Error(`${name} was not ready within ${readyDeadlineMs / 1_000} s`)
}
