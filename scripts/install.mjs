// Runs before every npm script, on any Node from 20.12 up: installs the workspace when the lock file has changed since last time,
// bundles its libraries and writes the list of places then, and builds the front end and the clients when their sources have changed.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const root = path.resolve(import.meta.dirname, '..')
const stamp = path.join(root, 'node_modules', '.installed')

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

function fingerprint(files) {
  const hash = createHash('sha256')
  for (const file of files)
    if (existsSync(path.join(root, file))) hash.update(file).update(readFileSync(path.join(root, file)))
  return hash.digest('hex')
}

// The tools' output is shown only after a failure, and then in full: npx alone prints forty warnings.
const output = path.join(mkdtempSync(path.join(tmpdir(), 'rank-tracker-install-')), 'output.txt')
const outputFile = openSync(output, 'a')

function run(command, args) {
  const done = spawnSync(command, args, { cwd: root, stdio: ['ignore', outputFile, outputFile] })
  if (done.status === 0) return
  console.error(readFileSync(output, 'utf8'))
  console.error(
    `The installation failed: ${done.error?.message ?? `${command} ended with ${done.status ?? done.signal}`}`,
  )
  rmSync(path.dirname(output), { recursive: true })
  process.exit(done.status || 1)
}

const wanted = fingerprint(inputs)
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.error('Installing packages: about a minute the first time.')
  run('npx', ['-y', 'pnpm@12.21.0', 'install', '--frozen-lockfile'])
  console.error('Generating the database clients.')
  for (const schema of schemas.filter((file) => existsSync(path.join(root, file)))) {
    run(path.join(root, 'node_modules', '.bin', 'node'), ['scripts/prisma.ts', path.dirname(path.dirname(schema))])
  }
  writeFileSync(stamp, wanted)
}

/** Runs a script that builds something, unless one of these files is as it was at its last run. */
function build(what, script, files) {
  const built = path.join(root, 'node_modules', `.built-${path.basename(script, '.ts')}`)
  const now = fingerprint([script, 'pnpm-lock.yaml', ...files])
  if (existsSync(built) && readFileSync(built, 'utf8') === now) return
  console.error(`Building ${what}.`)
  run(path.join(root, 'node_modules', '.bin', 'node'), [script])
  writeFileSync(built, now)
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
  build('the front end', 'scripts/web.ts', ['scripts/web-parts.ts', ...pages])
  build('the libraries', 'scripts/libraries.ts', [])
  build('the list of places', 'scripts/places.ts', [])
  const shared = path.join('packages', 'shared', 'src')
  build('the clients', 'scripts/clients.ts', filesOf([path.join(shared, 'contract'), path.join(shared, 'derive')]))
}
rmSync(path.dirname(output), { recursive: true })
