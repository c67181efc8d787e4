/** Base of the table's REST paths. */
export const restBasePath = '/http/v1'
/** OpenAPI; people read the page beside it. */
export const referencePath = '/docs/openapi.json'
/** Error codes; API changes and deprecations. */
export const errorsPath = '/docs/errors'
export const versionsPath = '/docs/versions'
export const mcpPath = '/mcp'
/** The tools for OAuth clients: resource and issuer of their tokens. */
export const connectPath = `${mcpPath}/connect`
/** Sign-up and sign-in; each try hashes a password. */
export const signInPath = '/auth'
