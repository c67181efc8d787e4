import path from 'node:path'

/** A part of a document that names something: `sh` marks a line of a block of shell commands, the rest is code in a sentence. */
export type Mark = {
  file: string
  line: number
  text: string
  isShell: boolean
  sentence: string
  /** The words of the document's own programs, which it may name. */
  own: ReadonlySet<string>
}
export type Link = { file: string; line: number; target: string }
export type Document = { file: string; marks: Mark[]; links: Link[]; anchors: Set<string> }

const fence = /^( *)(`{3,})(\w*)[^\n]*\n([\s\S]*?)\n\1\2[ ]*$/gm
const shells = new Set(['sh', 'bash'])
const lineOf = (text: string, at: number) => text.slice(0, at).split('\n').length

/** The names in a Markdown document: the code in its sentences, the lines of its shell blocks, its links and its anchors. */
export function readDocument(file: string, text: string): Document {
  const prose = text.replace(fence, (block) => block.replace(/[^\n]/g, ' '))
  const own = new Set(
    [...text.matchAll(fence)].flatMap(({ 3: language = '', 4: body = '' }) =>
      shells.has(language) ? [] : body.split(/\W+/),
    ),
  )
  return {
    file,
    marks: [...shellLines(file, text), ...codeMarks(file, prose)].map((mark) => ({ ...mark, own })),
    links: [...prose.matchAll(/\]\(([^)\s]+)\)/g)].map(({ 1: target = '', index }) => ({
      file,
      line: lineOf(prose, index),
      target,
    })),
    anchors: anchorsOf(prose),
  }
}

function shellLines(file: string, text: string): Omit<Mark, 'own'>[] {
  return [...text.matchAll(fence)].flatMap(({ 3: language, 4: body = '', index }) => {
    if (!shells.has(language ?? '')) return []
    const first = lineOf(text, index) + 1
    const joined = body.replace(/\\\n\s*/g, ' ')
    return joined.split('\n').map((line, i) => {
      const command = line.replace(/(^|\s)#.*$/, '')
      return { file, line: first + i, text: command.trim(), isShell: true, sentence: '' }
    })
  })
}

/** Code marks may break over lines; a sentence ends with a full stop, a bar of a table or an empty line. */
function codeMarks(file: string, prose: string): Omit<Mark, 'own'>[] {
  const ends = [...prose.matchAll(/[.;]\s|\n\s*\n|\n *[-*] |\|/g)].map(({ index }) => index)
  return [...prose.matchAll(/`([^`]+)`/g)].map(({ 1: text = '', index }) => {
    const from = ends.findLast((end) => end < index) ?? 0
    const to = ends.find((end) => end > index + text.length) ?? prose.length
    const sentence = prose.slice(from, to)
    return {
      file,
      line: lineOf(prose, index),
      text: text.replace(/([-/])\n\s*/g, '$1').replace(/\s+/g, ' '),
      isShell: false,
      sentence,
    }
  })
}

/** As GitHub makes them from headings, and those that a document sets. */
function anchorsOf(prose: string): Set<string> {
  const headings = [...prose.matchAll(/^#+ (.+)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .trim()
      .replace(/\s/g, '-'),
  )
  return new Set([...headings, ...[...prose.matchAll(/<a id="([^"]+)">/g)].map(([, id = '']) => id)])
}

/** The file that a link leads to from its document, from the root of the tree. */
export function targetOf({ file, target }: Link): { path: string; anchor: string } {
  const [to = '', anchor = ''] = target.split('#')
  return { path: to === '' ? file : path.normalize(path.join(path.dirname(file), to)), anchor }
}
