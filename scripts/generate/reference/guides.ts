import { readFileSync } from 'node:fs'
import path from 'node:path'

const sources = {
  'docs/api/typescript.md': 'packages/client/README.md',
  'docs/api/python.md': 'packages/client-python/README.md',
  'docs/api/command-line.md': 'packages/cli/README.md',
}
const titles: Record<string, string> = {
  'docs/api/typescript.md': 'TypeScript client',
  'docs/api/python.md': 'Python client',
  'docs/api/command-line.md': 'Command line',
}

/** The guides of the clients: the READMEs that are packed with them. */
export function clientGuides(): Record<string, string> {
  const root = path.resolve(import.meta.dirname, '../../..')
  return Object.fromEntries(
    Object.entries(sources).map(([guide, readme]) => {
      const text = readFileSync(path.join(root, readme), 'utf8').replace(/^# .+\n/, '')
      const mark = `<!-- Copied from ${readme} by \`npm run generate\`; never edited by hand. -->`
      return [guide, `# ${titles[guide]}\n\n${mark}\n${text}`]
    }),
  )
}
