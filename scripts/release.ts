// Makes a release of what is committed, and packs its client: npm run release -- 1.2.3
import { execFileSync } from 'node:child_process'
import path from 'node:path'
import { makeRelease } from './release/make.ts'

const root = path.resolve(import.meta.dirname, '..')
const [version = ''] = process.argv.slice(2)
try {
  await makeRelease(root, version, new Date())
  const packed = execFileSync('npm', ['pack', '--silent'], {
    cwd: path.join(root, 'packages/client'),
    encoding: 'utf8',
  })
  console.log(`Release ${version} is committed, with the tag v${version}. Its client: packages/client/${packed.trim()}
Push both (git push --follow-tags), then build its images:
  IMAGE_TAG=${version} docker-compose --profile operator build`)
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
}
