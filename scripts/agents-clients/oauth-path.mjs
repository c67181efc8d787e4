// One client's way from registering itself to a call: node oauth-path.mjs NAME URL ADDRESS, with a person in the environment. Runs where the clients are installed.
import { clients } from './clients.mjs'

const [name, url, address] = process.argv.slice(2)
const { package: from, signIn } = clients[name]
const { PERSON_EMAIL: email, PERSON_PASSWORD: password } = process.env
const { origin } = new URL(url)

function check(fact, what) {
  if (!fact) throw new Error(what)
}

let cookie = ''
async function post(path, body) {
  const headers = { origin, 'content-type': 'application/json', 'x-forwarded-for': address, cookie }
  const answer = await fetch(origin + path, { method: 'POST', headers, body: JSON.stringify(body) })
  const [line] = answer.headers.getSetCookie()
  if (line) cookie = line.split(';')[0]
  const json = await answer.json()
  check(answer.ok, `${path}: ${answer.status} ${json.detail}`)
  return json
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

const { tools, call, close } = await signIn(from, url, consent)
const names = await tools()
check(names.includes('keyword_positions') && !names.includes('register'), `other tools than expected: ${names}`)
const status = await call('account_status', {})
check(status.kind === 'lasting', 'the call was not answered for the account')
await close()
process.exit(0)
