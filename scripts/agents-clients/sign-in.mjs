import { createProvider } from './provider.mjs'

/** Asks with the helper of a package, has the person consent, and hands the code over. Answers the provider with its tokens. */
async function signedIn(auth, serverUrl, consent) {
  const provider = createProvider()
  const first = await auth(provider, { serverUrl })
  if (first !== 'REDIRECT') throw new Error(`the helper answered ${first} instead of asking`)
  const back = await consent(provider.kept.link)
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => back.searchParams.get(name))
  const given = { serverUrl, authorizationCode: code, callbackState: state, iss: iss ?? undefined }
  if ((await auth(provider, given)) !== 'AUTHORIZED') throw new Error('the code gave no tokens')
  return provider
}

export async function sdk1SignIn(_name, url, consent) {
  const { auth } = await import('@modelcontextprotocol/sdk/client/auth.js')
  const { StreamableHTTPClientTransport } = await import('@modelcontextprotocol/sdk/client/streamableHttp.js')
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
  const authProvider = await signedIn(auth, url, consent)
  return { Client, transport: new StreamableHTTPClientTransport(new URL(url), { authProvider }) }
}

export async function sdk2SignIn(name, url, consent) {
  const { auth, Client, StreamableHTTPClientTransport } = await import(name)
  const authProvider = await signedIn(auth, url, consent)
  return { Client, transport: new StreamableHTTPClientTransport(new URL(url), { authProvider }) }
}

/** Runs with its defaults: it prints the link, and waits for the person on a port of its own. */
export async function mcpRemoteSignIn(bin, url, consent) {
  const { Client } = await import('@modelcontextprotocol/sdk/client/index.js')
  const { StdioClientTransport } = await import('@modelcontextprotocol/sdk/client/stdio.js')
  const env = { ...process.env, MCP_REMOTE_CONFIG_DIR: `${process.cwd()}/mcp-remote` }
  const transport = new StdioClientTransport({ command: bin, args: [url, '--allow-http'], env, stderr: 'pipe' })
  let said = ''
  let isAsked = false
  transport.stderr.on('data', (part) => {
    said += part
    const [, link] = /visiting:\s+(\S+)\s/.exec(said) ?? []
    if (!link || isAsked) return
    isAsked = true
    consent(new URL(link))
      .then(fetch)
      .catch((error) => process.stderr.write(`${error}\n`))
  })
  return { Client, transport }
}

export async function aiSdkSignIn(name, url, consent) {
  const { auth } = await import(name)
  return signedIn(auth, url, consent)
}

/** Its own provider listens on a port, and opens a browser. */
export async function mcpUseSignIn(name, url, consent) {
  const { auth, NodeOAuthClientProvider } = await import(`${name}/auth/node`)
  const openBrowser = (link) => void consent(new URL(link)).then(fetch)
  const provider = await NodeOAuthClientProvider.create(url, { baseDir: `${process.cwd()}/mcp-use-store`, openBrowser })
  await auth(provider, { serverUrl: url })
  const authorizationCode = await provider.getAuthorizationCode()
  await auth(provider, { serverUrl: url, authorizationCode })
  return provider
}

export async function langChainSignIn(_name, url, consent) {
  const { auth } = await import('@modelcontextprotocol/sdk/client/auth.js')
  return signedIn(auth, url, consent)
}
