import { execFileSync, spawnSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Spec, Validation } from '@cyclonedx/cyclonedx-library'
import { builtServices } from '@rts/shared/contract/services'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { runProgram } from '../harness/program.ts'
import { makeFiles } from '../scripts/release/files.ts'
import { noticesText, refusedNotices } from '../scripts/release/notices.ts'
import { foreignImages, pinImages } from '../scripts/release/pin.ts'

const root = path.resolve(import.meta.dirname, '..')
const built = path.join(root, 'services/dashboard/src/built')
const textOf = (...names: string[]) => readFileSync(path.join(...names), 'utf8')
const folders: string[] = []
const newFolder = () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'release-files-'))
  folders.push(folder)
  return folder
}
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

describe('the files of a release', () => {
  let folder = ''
  type Component = { type: string; name: string; group?: string; version: string }
  let components: Component[] = []
  const namesOf = (file: string) =>
    execFileSync('tar', ['-tzf', path.join(folder, file)], { encoding: 'utf8' }).split('\n')
  beforeAll(() => {
    folder = newFolder()
    writeFileSync(path.join(folder, 'client.tgz'), 'packed before')
    makeFiles(root, '1.2.3', folder)
    components = JSON.parse(textOf(folder, 'rank-tracker-1.2.3.cdx.json')).components
  })

  it('have a checksum each, of which sha256sum sees a changed byte', () => {
    const check = () => spawnSync('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder, encoding: 'utf8' })
    const files = readdirSync(folder).filter((name) => name !== 'SHA256SUMS')
    expect(check().stdout.trim().split('\n').sort()).toEqual(files.map((name) => `${name}: OK`).sort())
    writeFileSync(path.join(folder, 'client.tgz'), 'Packed before')
    expect(check().status).toBe(1)
  })

  it('have a bill of materials that is valid CycloneDX', async () => {
    const text = textOf(folder, 'rank-tracker-1.2.3.cdx.json')
    expect(await new Validation.JsonStrictValidator(Spec.Version.v1dot7).validate(text)).toBeNull()
  })

  it('name each library of the images, of the pages and each image of others', () => {
    const bundled: { name: string; version: string }[] = JSON.parse(textOf(built, 'licenses.json'))
    const listed = components.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name} ${version}`)
    for (const { name, version } of bundled) expect(listed).toContain(`${name} ${version}`)
    for (const service of builtServices) {
      const folderOf = path.join(root, 'services', service)
      for (const name of Object.keys(JSON.parse(textOf(folderOf, 'package.json')).dependencies))
        expect(listed).toContain(
          `${name} ${JSON.parse(textOf(folderOf, 'node_modules', name, 'package.json')).version}`,
        )
    }
    for (const name of ['node', 'postgres', 'nats', 'haproxy', 'caddy'])
      expect(components.filter(({ type }) => type === 'container').map((one) => one.name)).toContain(name)
  })

  it('have the licence of each package that is listed, and of no other', () => {
    const notices = textOf(folder, 'THIRD-PARTY-NOTICES')
    const others = components.filter(({ type, group }) => type === 'library' && group !== '@rts')
    const expected = others.map(({ group, name, version }) => `${group ? `${group}/` : ''}${name} ${version}`)
    const named = [...notices.matchAll(/^(\S+ \d\S*) \(\S+\)$/gm)].map(([, name]) => name)
    expect(named.sort()).toEqual(expected.sort())
    expect(notices.startsWith(textOf(root, 'NOTICE'))).toBe(true)
  })

  it('have all that one runs the images with, and no secret', () => {
    const names = namesOf('rank-tracker-compose-1.2.3.tar.gz')
    const needed = [
      'docker-compose.yml',
      'deploy/tls.yml',
      'deploy/new-env.sh',
      'deploy/upgrade.sh',
      'docs/self-host/compose.md',
    ]
    for (const name of [...needed, 'NOTICE', 'SECURITY.md']) expect(names).toContain(`rank-tracker-1.2.3/${name}`)
    expect(names.filter((name) => /\.env$/.test(name))).toEqual(['rank-tracker-1.2.3/deploy/example.env'])
    expect(namesOf('rank-tracker-1.2.3.tgz')).toContain('rank-tracker/Chart.yaml')
  })
})

describe('a package is not shipped', () => {
  const text = 'Copyright'
  it.each([
    [{ name: 'a', version: '1.0.0', text }, 'a@1.0.0 has no licence'],
    [{ name: 'a', version: '1.0.0', identifier: 'GPL-3.0', text }, 'a@1.0.0 has GPL-3.0'],
    [{ name: 'a', version: '1.0.0', identifier: 'MIT AND GPL-3.0', text }, 'a@1.0.0 has MIT AND GPL-3.0'],
    [{ name: 'a', version: '1.0.0', identifier: 'MIT', text: '' }, 'a@1.0.0 has no text of its licence'],
  ])('%j', (notice, sentence) => {
    const fine = { name: 'b', version: '1.0.0', identifier: '(GPL-3.0 OR MIT)', text }
    expect(refusedNotices([fine, notice])).toEqual([expect.stringContaining(sentence)])
  })
})

it('the pages lead to the licences of their libraries and of their font', () => {
  const notices = noticesText(JSON.parse(textOf(built, 'licenses.json')))
  for (const language of ['en', 'id']) {
    const [, file = ''] =
      /<link rel="license" href="\/(assets\/[\w.-]+)">/.exec(textOf(built, `${language}.html`)) ?? []
    expect(textOf(built, file)).toBe(notices)
  }
  for (const name of ['react', '@tanstack/react-router', '@fontsource-variable/inter'])
    expect(notices).toMatch(new RegExp(`^${name} \\d`, 'm'))
})

describe('images', () => {
  it('are built for a release as compose, the operator and back-ups name them', () => {
    const bake = textOf(root, 'docker-bake.hcl')
    const [, services = ''] = /service = (\[.*\])/.exec(bake) ?? []
    const others = [...bake.matchAll(/tag\("(\w+)"\)/g)].map(([, name = '']) => name)
    const used = `${textOf(root, 'docker-compose.yml')}${textOf(root, 'deploy/backup.yml')}`
    const named = [...used.matchAll(/rank-tracker-(\w+):\$\{IMAGE_TAG/g)].map(([, name = '']) => name)
    expect(JSON.parse(services)).toEqual(builtServices)
    expect([...builtServices, ...others].sort()).toEqual([...new Set([...named, 'whole'])].sort())
  })

  const digest = `sha256:${'0123456789abcdef'.repeat(4)}`
  function copiedTree(): string {
    const tree = newFolder()
    mkdirSync(path.join(tree, 'deploy/postgres'), { recursive: true })
    for (const file of ['Dockerfile', 'deploy/postgres/Dockerfile', 'docker-compose.yml', 'deploy/tls.yml'])
      writeFileSync(path.join(tree, file), textOf(root, file))
    return tree
  }

  it('of others are all pinned, once and again, and ours are not', () => {
    const tree = copiedTree()
    const before = [...foreignImages(tree).keys()]
    pinImages(tree, () => `sha256:${'f'.repeat(64)}`)
    pinImages(tree, () => digest)
    expect([...foreignImages(tree)]).toEqual(before.map((image) => [image, digest]))
    const compose = textOf(tree, 'docker-compose.yml')
    const unpinned = [...compose.matchAll(/^ +image: (.*)$/gm)]
      .map(([, image = '']) => image)
      .filter((one) => !one.includes('@'))
    expect(unpinned.filter((image) => !image.startsWith('${REGISTRY:-}rank-tracker-'))).toEqual([])
    expect(`${textOf(tree, 'Dockerfile')}${textOf(tree, 'deploy/postgres/Dockerfile')}`).not.toMatch(
      /(FROM|--from=) ?[\w./-]+:[\w.-]+(?!.*@)/,
    )
  })

  const hasBuildx = spawnSync('docker', ['buildx', 'version']).status === 0
  it.skipIf(!hasBuildx)('have the digest that their registry answers', async () => {
    const type = 'application/vnd.oci.image.index.v1+json'
    const index = JSON.stringify({ schemaVersion: 2, mediaType: type, manifests: [] })
    const digestOfIndex = `sha256:${hash('sha256', index)}`
    const registry = createServer((req, res) => {
      const text = req.url?.startsWith('/v2/base/manifests/') ? index : '{}'
      res.writeHead(200, {
        'Content-Type': type,
        'Docker-Content-Digest': digestOfIndex,
        'Content-Length': text.length,
      })
      res.end(req.method === 'HEAD' ? undefined : text)
    })
    const port = await new Promise<number>((resolve) => {
      registry.listen(0, '127.0.0.1', () => resolve(Object(registry.address()).port))
    })
    const tree = newFolder()
    mkdirSync(path.join(tree, 'deploy/postgres'), { recursive: true })
    for (const file of ['deploy/postgres/Dockerfile', 'docker-compose.yml', 'deploy/tls.yml'])
      writeFileSync(path.join(tree, file), '')
    writeFileSync(path.join(tree, 'Dockerfile'), `FROM localhost:${port}/base:1.2 AS base\n`)
    // In another process: the registry of this one has to answer meanwhile.
    const script = `import('${root}/scripts/release/pin.ts').then((pin) => pin.pinImages('${tree}'))`
    const { code } = await runProgram(process.execPath, ['--eval', script], {})
    registry.close()
    expect(code).toBe(0)
    expect(textOf(tree, 'Dockerfile')).toBe(`FROM localhost:${port}/base:1.2@${digestOfIndex} AS base\n`)
  })
})
