import { accessSync, constants, existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { maxPayloadBytes } from './broker/broker.ts'
import type { Auth } from './broker/connection.ts'
import { freePort } from './ports.ts'
import { type Child, type ChildExit, send, spawnChild } from './process.ts'

const startDeadlineMs = 10_000
const stopDeadlineMs = 5_000
const portTries = 3
/** One thread is enough; idle ones cost a call more. */
const serverEnv = { GOMAXPROCS: '1' }

export function findProgram(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter((folder) => path.isAbsolute(folder))
  return folders.map((folder) => path.join(folder, name)).find(isExecutable)
}

export type NatsServer = { port: number; pid: number; exited: Promise<ChildExit>; stop(): Promise<void> }
export type NatsServerOptions = { program: string; dataDir: string; auth?: Auth; port?: number | undefined }

/** Runs nats-server on `port` or a free port of loopback; resolves when it accepts clients. Only one runner may use `dataDir`. */
export async function startNatsServer({ program, dataDir, auth, port: given }: NatsServerOptions): Promise<NatsServer> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const files = {
    config: path.join(dataDir, 'nats-server.conf'),
    pid: path.join(dataDir, 'nats-server.pid'),
    log: path.join(dataDir, 'nats-server.log'),
  }
  stopLeftover(files)
  for (let attempt = 1; attempt <= portTries; attempt++) {
    const port = given ?? (await freePort())
    const login = auth ? { authorization: { user: auth.user, password: auth.pass } } : {}
    const config = { listen: `127.0.0.1:${port}`, ...login, max_payload: maxPayloadBytes, pid_file: files.pid }
    writeFileSync(files.config, JSON.stringify(config, null, 2), { mode: 0o600 })
    const child = await spawnChild({
      name: 'nats-server',
      command: program,
      args: ['-c', files.config],
      env: serverEnv,
      logFile: files.log,
    })
    const stop = async () => {
      await child.stop(stopDeadlineMs)
      rmSync(files.pid, { force: true })
    }
    if (await greets(port, child)) return { port, pid: child.pid, exited: child.exited, stop }
    await stop()
  }
  throw new Error(`nats-server did not start, see ${files.log}`)
}

// A killed runner leaves its server behind, started with our config file.
function stopLeftover(files: { config: string; pid: string }): void {
  if (!existsSync(files.pid)) return
  const pid = Number(readFileSync(files.pid, 'utf8'))
  const commandLine = `/proc/${pid}/cmdline`
  if (pid > 1 && existsSync(commandLine) && readFileSync(commandLine, 'utf8').split('\0').includes(files.config)) {
    send(pid, 'SIGTERM')
  }
  rmSync(files.pid, { force: true })
}

async function greets(port: number, child: Child): Promise<boolean> {
  let running = true
  child.exited.then(() => {
    running = false
  })
  const end = performance.now() + startDeadlineMs
  while (running && performance.now() < end) {
    if (await saysInfo(port)) return true
    await delay(10)
  }
  return false
}

function saysInfo(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    const settle = (answer: boolean) => {
      socket.destroy()
      resolve(answer)
    }
    socket.setTimeout(1_000, () => settle(false))
    socket.once('data', (chunk) => settle(chunk.toString('latin1').startsWith('INFO ')))
    socket.once('error', () => settle(false))
    socket.once('close', () => settle(false))
  })
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return statSync(file).isFile()
  } catch {
    return false
  }
}
