export const sdk = '@modelcontextprotocol/sdk'

/** Keeps in memory what a host of agents keeps for its client; a client without a metadata address registers itself. */
function createProvider(redirectUrl = 'http://127.0.0.1:43117/callback') {
  const kept = {}
  const keep = (name) => (value) => {
    kept[name] = value
  }
  return {
    kept,
    redirectUrl,
    clientMetadata: { client_name: 'A client of the check', redirect_uris: [redirectUrl] },
    state: () => 'a state',
    storedState: () => 'a state',
    clientInformation: () => kept.client,
    saveClientInformation: keep('client'),
    isClientInformationDynamicallyRegistered: () => true,
    authorizationServerInformation: () => kept.server,
    saveAuthorizationServerInformation: keep('server'),
    tokens: () => kept.tokens,
    saveTokens: keep('tokens'),
    redirectToAuthorization: keep('link'),
    codeVerifier: () => kept.verifier,
    saveCodeVerifier: keep('verifier'),
    discoveryState: () => kept.discovery,
    saveDiscoveryState: keep('discovery'),
  }
}

/** Asks with the helper of a module, has the person consent, and hands the code over. Answers the provider with its tokens. */
export async function providerBy(module, serverUrl, consent) {
  const { auth } = await import(module)
  const provider = createProvider()
  const first = await auth(provider, { serverUrl })
  if (first !== 'REDIRECT') throw new Error(`the helper answered ${first} instead of asking`)
  const back = await consent(provider.kept.link)
  const [code, state, iss] = ['code', 'state', 'iss'].map((name) => back.searchParams.get(name))
  const given = { serverUrl, authorizationCode: code, callbackState: state, iss: iss ?? undefined }
  if ((await auth(provider, given)) !== 'AUTHORIZED') throw new Error('the code gave no tokens')
  return { authProvider: provider }
}

/** Its own provider listens on a port, and opens a browser. */
export async function mcpUseProvider(name, url, consent) {
  const { auth, NodeOAuthClientProvider } = await import(`${name}/auth/node`)
  const openBrowser = (link) => void consent(new URL(link)).then(fetch)
  const provider = await NodeOAuthClientProvider.create(url, { baseDir: `${process.cwd()}/mcp-use-store`, openBrowser })
  await auth(provider, { serverUrl: url })
  const authorizationCode = await provider.getAuthorizationCode()
  await auth(provider, { serverUrl: url, authorizationCode })
  return { authProvider: provider }
}
