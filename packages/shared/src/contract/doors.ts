export const restBasePath = '/http/v1'
export const referencePath = '/docs/openapi.json'
export const errorsPath = '/docs/errors'
export const versionsPath = '/docs/versions'
export const mcpPath = '/mcp'
export const connectPath = `${mcpPath}/connect`
/** Sign-up and sign-in; each try hashes a password. */
export const signInPath = '/auth'
