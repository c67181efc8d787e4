import { createHash } from 'node:crypto'
import { z } from 'zod'
import { pages } from '../../services/dashboard/web/routes.ts'
import { demand, Noticed, type Tally } from '../calls.ts'
import { ask, holding, type Reply } from './answers.ts'

export type Person = { email: string; password: string }

const types: Record<string, string> = { js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', woff2: 'font/' }
const visited = [pages.signIn, pages.home, pages.site, pages.keywords, pages.planner, pages.team, pages.reference]
/** An opened page asks for so many of its parts each time that its reader goes on. */
const partsEach = 3
const site = z.object({ id: z.string(), domain: z.string() })
const domain = 'reader.sandbox.example'

/** A browser without a screen: it opens pages with all files that they name, and later parts of pages that it opened before. */
export function createReader(base: string, tally: Tally, { email, password }: Person) {
  let cookie = ''
  let siteId = ''
  let turn = 0
  /** The files of each opened page that were not asked for yet. */
  const opened: string[][] = []
  const digests = new Map<string, string>()

  const post = async (path: string, body: object): Promise<Reply> => {
    const reply = await ask(base + path, { body, headers: { origin: base, ...(cookie && { cookie }) } })
    cookie = reply.headers['set-cookie']?.[0]?.split(';')[0] ?? cookie
    return reply
  }

  /** A file; one name has the same bytes for ever. */
  async function readFile(path: string): Promise<string> {
    const { status, headers, body } = await ask(base + path)
    const type = String(headers['content-type'])
    if (status === 404) throw new Noticed('missing', `${path} is missing`)
    const wanted = types[path.split('.').at(-1) ?? ''] ?? ''
    demand(status === 200 && type.startsWith(wanted), `${path}: ${status} ${type}`)
    const digest = createHash('sha256').update(body).digest('hex')
    demand(body.length > 0 && (digests.get(path) ?? digest) === digest, `${path} has other bytes than before`)
    digests.set(path, digest)
    return type.startsWith('text/javascript') ? body.toString() : ''
  }

  async function openPage(path: string): Promise<void> {
    const html = await tally.call('pages', path, async () => {
      const { status, body } = await ask(base + path, { headers: { accept: 'text/html', cookie } })
      demand(status === 200, String(status))
      demand(body.includes('<div id="root">'), 'not a page of ours')
      return body.toString()
    })
    const named = [...(html ?? '').matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
    if (html !== undefined) demand(named.length > 2, `${path} names ${named.length} files`)
    const later = new Set<string>()
    for (const file of named) {
      const text = (await tally.call('pages', file, () => readFile(file))) ?? ''
      for (const [, part] of text.matchAll(/["'`](?:\.\/|\/?assets\/)([\w.-]+\.(?:js|css|woff2|svg))["'`]/g))
        later.add(`/assets/${part}`)
    }
    for (const file of named) later.delete(file)
    opened.push([...later].toSorted(() => Math.random() - 0.5))
  }

  return {
    async signIn(): Promise<void> {
      await tally.call('pages', 'sign in', async () =>
        holding(z.object({}), await post('/auth/sign-in', { email, password })),
      )
      const body = { name: 'Reader', domain }
      await tally.call('pages', 'sites.create', async () => {
        const reply = await post('/api/op/sites.create', { body })
        siteId = holding(z.object({ project: site }), reply).project.id
      })
    },
    /** Opens the next page, asks for parts of the page that was opened longest ago, and reads data as a page does. */
    async visit(): Promise<void> {
      const path = visited[turn++ % visited.length] ?? pages.home
      await openPage(path.replace('$siteId', siteId))
      const oldest = opened.find((parts) => parts.length > 0) ?? []
      for (const file of oldest.splice(0, partsEach)) await tally.call('pages', `later ${file}`, () => readFile(file))
      await tally.call('pages', 'sites.list', async () => {
        const { projects } = holding(z.object({ projects: z.array(site) }), await post('/api/op/sites.list', {}))
        demand(
          projects.some(({ id }) => id === siteId),
          'the reader’s site is not listed',
        )
      })
    },
  }
}
