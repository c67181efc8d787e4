import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { noticesText, refusedNotices } from './notices.ts'
import { foreignImages } from './pin.ts'
import { shippedBill, shippedNotices } from './shipped.ts'

/** For those who run the images without a clone. */
const bundle = ['docker-compose.yml', 'deploy', 'docs', ':(glob)*.md', 'NOTICE', ':!deploy/chart']

/** The notices of all that images and pages ship. Throws with a sentence for each package that must not be. */
export function thirdPartyNotices(root: string): string {
  const notices = shippedNotices(root)
  const refused = refusedNotices(notices)
  if (refused.length > 0) throw new Error(refused.join('\n'))
  return `${readFileSync(path.join(root, 'NOTICE'), 'utf8')}\n${noticesText(notices)}`
}

/** The bill of materials: packages, and the images of others that ours begin with or run beside. */
function materialsOf(root: string) {
  const images = [...foreignImages(root)].map(([image, digest]) => {
    const [, name = '', tag = ''] = /^(.+):([^:]+)$/.exec(image) ?? []
    return { type: 'container', name, version: digest ?? tag, 'bom-ref': image }
  })
  const packages = shippedBill(root)
  return { ...packages, components: [...packages.components, ...images] }
}

/** Makes the files of the release that is committed, beside those that a folder has already, and the checksums of all. */
export function makeFiles(root: string, version: string, folder: string): void {
  const write = (name: string, text: string) => writeFileSync(path.join(folder, name), text)
  const archive = (name: string, top: string, ...what: string[]) =>
    execFileSync('git', ['archive', '--prefix', `${top}/`, '--output', path.join(folder, name), ...what], { cwd: root })
  archive(`rank-tracker-${version}.tgz`, 'rank-tracker', 'HEAD:deploy/chart')
  archive(`rank-tracker-compose-${version}.tar.gz`, `rank-tracker-${version}`, 'HEAD', ...bundle)
  write('THIRD-PARTY-NOTICES', thirdPartyNotices(root))
  write(`rank-tracker-${version}.cdx.json`, JSON.stringify(materialsOf(root), null, 2))
  write('SHA256SUMS', execFileSync('sha256sum', readdirSync(folder), { cwd: folder, encoding: 'utf8' }))
}
