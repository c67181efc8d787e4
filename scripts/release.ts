// Makes a release of what is committed, and packs what is published: npm run release -- 1.2.3
import path from 'node:path'
import { makeRelease } from './release/make.ts'
import { packAll } from './release/pack.ts'

const root = path.resolve(import.meta.dirname, '..')
const [version = ''] = process.argv.slice(2)
try {
  await makeRelease(root, version, new Date())
  const packed = packAll(root).map((file) => `  ${path.relative(root, file)}`)
  console.log(`Release ${version} is committed, with the tag v${version}. Its packages:
${packed.join('\n')}
Push both (git push --follow-tags), then build its images:
  IMAGE_TAG=${version} docker compose --profile operator build`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
