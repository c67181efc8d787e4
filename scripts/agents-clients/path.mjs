// One client's way, where the clients are installed: node path.mjs NAME URL ADDRESS, from the lobby to a position; with a person in the
// environment from registering itself by OAuth to a call.
import { clients } from './clients.mjs'
import { providerBy } from './sign-in.mjs'

const [name, url, address] = process.argv.slice(2)
const { package: from, connect, asks, access } = clients[name]
const { PERSON_EMAIL: email, PERSON_PASSWORD: password } = process.env
const network = { 'x-forwarded-for': address }

function check(fact, what) {
  if (!fact) throw new Error(what)
}

async function within(given, use) {
  const client = await connect(from, url, given)
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}

async function fromLobby() {
  const token = await within({ headers: network }, async ({ tools, call }) => {
    check((await tools()).join() === 'register', 'the lobby lists something else than register')
    return (await call('register', { agent_name: name })).token
  })
  await within({ headers: { ...network, authorization: `Bearer ${token}` } }, async ({ tools, call }) => {
    check(!(await tools()).includes('register'), 'register is listed with a token')
    check((await call('add_project', { website: 'example.com' })).created, 'no site was added')
    check((await call('add_keyword', { keyword: 'coffee' })).created, 'no keyword was added')
    const { summary, rows } = await call('keyword_positions', { sort: 'position' })
    check(summary.keywords === 1 && rows[0].keyword === 'coffee', 'the keyword is not among the positions')
  })
}

async function byOAuth() {
  const given = asks ? await providerBy(asks, url, consent) : await access(from, url, consent)
  await within(given, async ({ tools, call }) => {
    const names = await tools()
    check(names.includes('keyword_positions') && !names.includes('register'), `other tools than expected: ${names}`)
    const status = await call('account_status', {})
    check(status.kind === 'lasting', 'the call was not answered for the account')
  })
}

/** Follows a client's link as a browser does, and agrees. Answers the address at which the client waits. */
async function consent(link) {
  const page = await fetch(link, { redirect: 'manual' })
  const request = new URL(page.headers.get('location')).hash.slice(1)
  await post('/auth/sign-in', { email, password })
  const { client, problem } = await post('/api/op/consents.check', { query: { request } })
  check(problem === null, `it must ask in another way: ${problem}`)
  check(client.proof === 'registered', `it is known by ${client.proof}`)
  const { returnUrl } = await post('/api/op/consents.accept', { body: { request, projectId: null } })
  return new URL(returnUrl)
}

let cookie = ''
async function post(path, body) {
  const { origin } = new URL(url)
  const headers = { origin, 'content-type': 'application/json', cookie, ...network }
  const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const [line] = answer.headers.getSetCookie()
  if (line) cookie = line.split(';')[0]
  const json = await answer.json()
  check(answer.ok, `${path}: ${answer.status} ${json.detail}`)
  return json
}

await (email === undefined ? fromLobby() : byOAuth())
process.exit(0)
