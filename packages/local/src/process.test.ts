import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { type Child, spawnChild } from './process.ts'

const folder = mkdtempSync(path.join(tmpdir(), 'process-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let counter = 0
async function run(script: string): Promise<{ child: Child; lines: string[]; log: () => string }> {
  const logFile = path.join(folder, `${counter++}.log`)
  const lines: string[] = []
  const child = await spawnChild({
    name: 'demo',
    command: process.execPath,
    args: ['-e', script],
    env: {},
    logFile,
    onLine: (line) => lines.push(line),
  })
  return { child, lines, log: () => readFileSync(logFile, 'utf8') }
}

describe('spawnChild', () => {
  it('writes both outputs to the log, line by line, under the name of the program', async () => {
    const { child, log } = await run(
      'console.log("one"); console.error("two"); process.stdout.write("three"); process.exitCode = 3',
    )
    expect(await child.exited).toEqual({ code: 3, signal: null })
    await expect.poll(() => log().split('\n').sort()).toEqual(['', '[demo] one', '[demo] three', '[demo] two'])
  })

  it('lets a program end by itself on SIGTERM', async () => {
    const { child, lines } = await run(
      'process.on("SIGTERM", () => process.exit(5)); setInterval(() => undefined, 1000); console.log("ready")',
    )
    await expect.poll(() => lines).toContain('ready')
    expect(await child.stop(5_000)).toEqual({ code: 5, signal: null })
  })

  it('kills a program that ignores SIGTERM, together with its own children', async () => {
    const { child, lines } = await run(`
      const grandchild = require("node:child_process").spawn(process.execPath, ["-e", "setInterval(() => undefined, 1000)"])
      process.on("SIGTERM", () => undefined)
      setInterval(() => undefined, 1000)
      console.log(grandchild.pid)`)
    await expect.poll(() => lines).toHaveLength(1)
    expect(await child.stop(100)).toEqual({ code: null, signal: 'SIGKILL' })
    await expect.poll(() => isRunning(Number(lines[0]))).toBe(false)
    expect(await child.stop(100)).toEqual({ code: null, signal: 'SIGKILL' })
  })

  it('rejects when the program cannot be started', async () => {
    const logFile = path.join(folder, 'none.log')
    const missing = { name: 'none', command: path.join(folder, 'missing'), args: [], env: {}, logFile }
    await expect(spawnChild(missing)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})

function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}
