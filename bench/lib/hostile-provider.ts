// Plays the providers of research and projects in a process of its own: each answer fills its bound with what strangers write in it.
import { createServer, type IncomingMessage } from 'node:http'
import { comeAfterCalls } from '@rts/shared/threads/thread'

// A stranger's own machine takes no time of the service's.
comeAfterCalls()

const rowsBytes = 8_388_000
const pageBytes = 2_097_000
type Text = (i: number, characters: number) => string

/** A list of so many rows that has nearly `bytes`: the text of each is as long as there is room. */
function filled(rows: number, bytes: number, row: (text: (start: string) => string, i: number) => object): Buffer {
  const empty = JSON.stringify(Array.from({ length: rows }, (_, i) => row((start) => start, i))).length
  const room = Math.floor((bytes - empty) / rows)
  return Buffer.from(JSON.stringify(Array.from({ length: rows }, (_, i) => row((start) => start + words(i, room), i))))
}

/** Words of which none is like another, so that nothing of them is kept once for all. */
const words: Text = (i, characters) => `coffee beans ${i} for an espresso `.repeat(300).slice(0, characters)
const path: Text = (i, characters) => `a${i}%20/`.repeat(5_000).slice(0, characters)

function ranked(): Buffer {
  return filled(1_000, rowsBytes, (text, i) => ({
    keyword_data: { keyword: words(i, 190), serp_info: text('') },
    ranked_serp_element: { serp_item: { type: 'organic', rank_group: 1, url: `https://a.example/${i}` } },
  }))
}

function backlinks(): Buffer {
  return filled(1_000, rowsBytes, (text, i) => {
    return {
      url_from: `https://a${i}.example/${path(i, 2_000)}`,
      url_to: 'https://b.example/',
      anchor: text(''),
      dofollow: true,
    }
  })
}

function results(): Buffer {
  return filled(100, pageBytes, (text, i) => {
    return {
      type: 'organic',
      rank_group: i + 1,
      url: `https://a${i}.example/${path(i, 10_000)}`,
      description: text(''),
    }
  })
}

function queries(): Buffer {
  return filled(10_000, rowsBytes, (text, i) => ({
    keys: [text(`${i} `)],
    clicks: 1,
    impressions: 2,
    ctr: 0.5,
    position: 3,
  }))
}

const lists = new Map<string, Buffer>()
function listed(name: string, make: () => Buffer): Buffer {
  const list = lists.get(name) ?? make()
  lists.set(name, list)
  return list
}

/** An envelope of DataForSEO with a list of items in its middle. */
function task(target: string, items: Buffer): Buffer {
  const result = `{"target":${JSON.stringify(target)},"total_count":1000,"items":`
  return Buffer.concat([
    Buffer.from(`{"status_code":20000,"tasks":[{"status_code":20000,"cost":0,"result":[${result}`),
    items,
    Buffer.from(`}]}]}`),
  ])
}

function answerTo(url: string, asked: string): Buffer | string {
  const target = /"target":"([^"]*)"/.exec(asked)?.[1] ?? ''
  if (url.includes('/ranked_keywords/')) return task(target, listed('ranked', ranked))
  if (url.includes('/backlinks/')) return task(target, listed('backlinks', backlinks))
  if (url.includes('/serp/')) return task(target, listed('results', results))
  if (url.includes('/token')) return '{"access_token":"simulated","expires_in":3600}'
  if (asked.includes('"query"') || asked.includes('"page"'))
    return Buffer.concat([Buffer.from('{"rows":'), listed('queries', queries), Buffer.from('}')])
  return '{"rows":[]}'
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await request.toArray()).toString()
}

const server = createServer(async (request, answer) => {
  const body = answerTo(request.url ?? '', await bodyOf(request))
  answer.on('error', () => {})
  answer.writeHead(200, { 'content-type': 'application/json' }).end(body)
})
server.listen(Number(process.env.PORT), '127.0.0.1')
process.once('disconnect', () => process.exit(0))
