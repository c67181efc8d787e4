// Runs before every npm script, on any Node from 20.12 up: installs the workspace when the lock file has changed since last time,
// bundles its libraries and writes the list of places then, and builds the front end and the clients when their sources have changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const modules = path.join(root, 'node_modules')
const lock = path.join(modules, '.installing')
const lockedMs = 600_000
const pauseMs = 200

const services = readdirSync(path.join(root, 'services'))
const schemas = services.map((name) => path.join('services', name, 'prisma', 'schema.prisma'))
const inputs = [
  'pnpm-lock.yaml',
  'pnpm-workspace.yaml',
  'package.json',
  ...services.map((name) => path.join('services', name, 'package.json')),
  ...readdirSync(path.join(root, 'packages')).map((name) => path.join('packages', name, 'package.json')),
  ...schemas,
]

// The tools' output is shown only after a failure, and then in full: npx alone prints forty warnings.
const output = path.join(mkdtempSync(path.join(tmpdir(), 'rank-tracker-install-')), 'output.txt')
const outputFile = openSync(output, 'a')

function run(command, args) {
  const done = spawnSync(command, args, { cwd: root, stdio: ['ignore', outputFile, outputFile] })
  if (done.status === 0) return
  console.error(readFileSync(output, 'utf8'))
  fail(done.error?.message ?? `${command} ended with ${done.status ?? done.signal}`, done.status || 1)
}

process.on('exit', () => {
  rmSync(path.dirname(output), { recursive: true })
  if (ownerOfLock() === String(process.pid)) rmSync(lock)
})

function fail(reason, status = 1) {
  console.error(`The installation failed: ${reason}`)
  process.exit(status)
}

/** Runs `make` unless these files are as they were when it last ran. Of the commands in one folder only one does so at a time. */
function once(name, files, make) {
  const stamp = path.join(modules, name)
  const now = fingerprint(files)
  const isMade = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === now
  if (isMade()) return
  takeLock()
  if (isMade()) return
  make()
  writeFileSync(stamp, now)
}

function fingerprint(files) {
  const hash = createHash('sha256')
  for (const file of files)
    if (existsSync(path.join(root, file))) hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

/** Waits until no other command has the lock. That of a command that was killed is taken over. */
function takeLock() {
  const own = String(process.pid)
  mkdirSync(modules, { recursive: true })
  let awaited
  for (const end = Date.now() + lockedMs; ownerOfLock() !== own; pause()) {
    if (Date.now() > end) fail(`another command has been at it for ten minutes. If none runs here, remove ${lock}`)
    const owner = ownerOfLock()
    if (owner === undefined) unless('EEXIST', () => writeFileSync(lock, own, { flag: 'wx' }))
    // Of two that take it over the later one has it, which the other one sees after its pause.
    else if (!isAlive(owner)) writeFileSync(lock, own)
    else if (owner !== awaited) console.error(`Waiting for process ${owner}, which installs here.`)
    awaited = owner
  }
}

function ownerOfLock() {
  return unless('ENOENT', () => readFileSync(lock, 'utf8'))
}

function isAlive(pid) {
  try {
    return process.kill(Number(pid), 0)
  } catch (error) {
    return error.code === 'EPERM'
  }
}

/** What `attempt` answers; undefined where it throws this. */
function unless(code, attempt) {
  try {
    return attempt()
  } catch (error) {
    if (error.code !== code) throw error
    return undefined
  }
}

function pause() {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
}

const node = path.join(modules, '.bin', 'node')
once('.installed', inputs, () => {
  console.error('Installing packages: about a minute the first time.')
  run('npx', ['-y', 'pnpm@12.21.0', 'install', '--frozen-lockfile'])
  console.error('Generating the database clients.')
  for (const schema of schemas.filter((file) => existsSync(path.join(root, file))))
    run(node, ['scripts/prisma.ts', path.dirname(path.dirname(schema))])
})

/** Runs a script that builds something from these files. */
function build(what, script, files) {
  once(`.built-${path.basename(script, '.ts')}`, [script, 'pnpm-lock.yaml', ...files], () => {
    console.error(`Building ${what}.`)
    run(node, [script])
  })
}

function filesOf(folders) {
  return folders
    .flatMap((folder) => readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)))
    .sort()
}

const web = path.join('services', 'dashboard', 'web')
if (existsSync(path.join(root, web))) {
  const pages = filesOf([web, path.join('services', 'dashboard', 'texts')])
  const guides = filesOf(['api', 'agents', 'reference'].map((folder) => path.join('docs', folder)))
  build('the front end', 'scripts/web.ts', ['scripts/web-parts.ts', 'scripts/release/notices.ts', ...pages, ...guides])
  build('the libraries', 'scripts/libraries.ts', [])
  build('the list of places', 'scripts/places.ts', [])
  const shared = path.join('packages', 'shared', 'src')
  build('the clients', 'scripts/clients.ts', filesOf([path.join(shared, 'contract'), path.join(shared, 'derive')]))
}
