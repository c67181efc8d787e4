import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The files of the tree, and the words of its code. */
export type Tree = {
  files: ReadonlySet<string>
  /** Every word of the code; documents and tests count for nothing. */
  words: ReadonlySet<string>
  code: string
  find(named: string, from: string): boolean
}

const ignored = /node_modules|\/generated$|\/dist$|\/built$|^\.data|^shots$|^\.git$/
const source = /\.(ts|tsx|mjs|sh|sql|py|ya?ml|conf|cfg|json|prisma|grit|http|tpl)$|(^|\/)(Dockerfile|\.ci\/run)$/
const noSource = /\.test\.tsx?$|(^|\/)(tests|fixtures)\/|^docs\/|pnpm-lock\.yaml$/
/** Folders in which a document's short paths begin. */
const beginnings = ['', 'src', 'web', 'src/*', '..']

export function readTree(root: string): Tree {
  const exclude = (name: string) => ignored.test(name)
  const entries = globSync(['**/*', '.*', '.*/**/*'], { cwd: root, exclude }).filter((name) => name !== '.')
  const files = new Set(entries)
  const texts = entries.filter((name) => source.test(name) && !noSource.test(name)).map((name) => read(root, name))
  const code = texts.join('\n')
  const all = entries.map((name) => `/${name}`)
  return {
    files,
    code,
    words: new Set(code.split(/[^\p{L}\p{N}_]+/u)),
    find(named, from) {
      const bare = named.replace(/^\.\//, '').replace(/\/$/, '').replace(/:\d+$/, '')
      const folder = path.dirname(from)
      const places = [bare, ...beginnings.map((beginning) => path.join(folder, beginning, bare))]
      if (places.some((place) => files.has(place))) return true
      const pattern = new RegExp(`/${patternOf(bare)}$`)
      return all.some((name) => pattern.test(name))
    },
  }
}

function read(root: string, name: string): string {
  try {
    return readFileSync(path.join(root, name), 'utf8')
  } catch {
    return ''
  }
}

/** NAME in capitals, `*` and `{a,b}` stand for any name. */
function patternOf(named: string): string {
  return named
    .replace(/\{[^}]*\}/g, '*')
    .replace(/\b[A-Z][A-Z0-9_]*\b(?=[./-]|$)/g, (word) =>
      /^(README|CONTRIBUTING|SECURITY|CHANGELOG|SKILL|LICENSE)$/.test(word) ? word : '*',
    )
    .replace(/[.+?^$()|[\]\\]/g, '\\$&')
    .replace(/\*+/g, '.+')
}
