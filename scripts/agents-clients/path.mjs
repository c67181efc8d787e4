// One client's way from the lobby to a position: node path.mjs NAME URL ADDRESS. Runs where the clients are installed.
import { clients } from './clients.mjs'

const [name, url, address] = process.argv.slice(2)
const { package: from, connect } = clients[name]
const network = { 'x-forwarded-for': address }

function check(fact, what) {
  if (!fact) throw new Error(what)
}

async function within(headers, use) {
  const client = await connect(from, url, headers)
  try {
    return await use(client)
  } finally {
    await client.close()
  }
}

const token = await within(network, async ({ tools, call }) => {
  check((await tools()).join() === 'register', 'the lobby lists something else than register')
  return (await call('register', { agent_name: name })).token
})
await within({ ...network, authorization: `Bearer ${token}` }, async ({ tools, call }) => {
  check(!(await tools()).includes('register'), 'register is listed with a token')
  check((await call('add_project', { website: 'example.com' })).created, 'no site was added')
  check((await call('add_keyword', { keyword: 'coffee' })).created, 'no keyword was added')
  const { summary, rows } = await call('keyword_positions', { sort: 'position' })
  check(summary.keywords === 1 && rows[0].keyword === 'coffee', 'the keyword is not among the positions')
})
process.exit(0)
