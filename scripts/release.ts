// Makes a release of what is committed, with all its files: npm run release -- 1.2.3
// `files` makes the files of the last release again; `pin` writes the digests of images of others, before a release.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { makeFiles, thirdPartyNotices } from './release/files.ts'
import { makeRelease } from './release/make.ts'
import { packAll } from './release/pack.ts'
import { pinImages } from './release/pin.ts'
import { lastRelease } from './release/released.ts'

const root = path.resolve(import.meta.dirname, '..')

async function release(version: string): Promise<void> {
  // Before the commit: a licence that is refused leaves no tag.
  thirdPartyNotices(root)
  await makeRelease(root, version, new Date())
  console.log(`Release ${version} is committed, with the tag v${version}: git push --follow-tags`)
  showFiles(version)
}

function showFiles(version: string): void {
  const folder = path.join(root, 'release', version)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  packAll(root, folder)
  makeFiles(root, version, folder)
  console.log(`Its files are in release/${version}. Its images, for both kinds of machine:
  VERSION=${version} REVISION=$(git rev-parse v${version}^{}) REGISTRY=registry.example.com/ \\
    docker buildx bake --file docker-bake.hcl --push`)
}

try {
  const [word = ''] = process.argv.slice(2)
  if (word === 'pin') pinImages(root)
  else if (word === 'files') showFiles(lastRelease(root)?.version ?? '')
  else await release(word)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
