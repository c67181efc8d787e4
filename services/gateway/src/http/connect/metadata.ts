import { connectPath } from '@rts/shared/contract/doors'

export const authorizePath = `${connectPath}/authorize`
export const tokenPath = `${connectPath}/token`
export const registerPath = `${connectPath}/register`
export const revokePath = `${connectPath}/revoke`
/** Below the root these documents would speak for `/mcp` too, whose lobby needs no token. */
export const resourcePath = `/.well-known/oauth-protected-resource${connectPath}`
export const serverPath = `/.well-known/oauth-authorization-server${connectPath}`

/** Those with a secret are made by hand. */
const authMethods = ['none', 'client_secret_post', 'client_secret_basic']

/** RFC 9728 (resource) and RFC 8414 (authorization server), with one address. */
export function metadataOf(publicUrl: string) {
  const { origin } = new URL(publicUrl)
  const issuer = origin + connectPath
  return {
    issuer,
    resourceMetadata: origin + resourcePath,
    resource: {
      resource: issuer,
      resource_name: 'Rank Tracker',
      authorization_servers: [issuer],
      bearer_methods_supported: ['header'],
    },
    server: {
      issuer,
      authorization_endpoint: origin + authorizePath,
      token_endpoint: origin + tokenPath,
      registration_endpoint: origin + registerPath,
      revocation_endpoint: origin + revokePath,
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      grant_types_supported: ['authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      // Clients look for `none` here before they use a metadata document.
      token_endpoint_auth_methods_supported: authMethods,
      revocation_endpoint_auth_methods_supported: authMethods,
      client_id_metadata_document_supported: true,
      authorization_response_iss_parameter_supported: true,
    },
  }
}
