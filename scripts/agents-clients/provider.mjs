/** What a host of agents keeps for its client, in memory; a client without a metadata address registers itself. */
export function createProvider(redirectUrl = 'http://127.0.0.1:43117/callback') {
  const kept = {}
  return {
    kept,
    redirectUrl,
    clientMetadata: { client_name: 'A client of the check', redirect_uris: [redirectUrl] },
    state: () => 'a state',
    storedState: () => 'a state',
    clientInformation: () => kept.client,
    saveClientInformation: (client) => {
      kept.client = client
    },
    isClientInformationDynamicallyRegistered: () => true,
    authorizationServerInformation: () => kept.server,
    saveAuthorizationServerInformation: (server) => {
      kept.server = server
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens) => {
      kept.tokens = tokens
    },
    redirectToAuthorization: (link) => {
      kept.link = link
    },
    saveCodeVerifier: (verifier) => {
      kept.verifier = verifier
    },
    codeVerifier: () => kept.verifier,
    saveDiscoveryState: (state) => {
      kept.discovery = state
    },
    discoveryState: () => kept.discovery,
  }
}
