/** The base address of the server API; the table's paths are below it. */
export const restBasePath = '/http/v1'
/** The description of the server API for programs, beside the page that shows it to people. */
export const referencePath = '/docs/openapi.json'
/** The pages beside it: what each code of an error means, and how the API changes. */
export const errorsPath = '/docs/errors'
export const versionsPath = '/docs/versions'
export const mcpPath = '/mcp'
/** The same tools for clients that connect by OAuth: the resource of their tokens, and their issuer. */
export const connectPath = `${mcpPath}/connect`
/** Below it people sign up and in, with passwords: each try hashes one. */
export const signInPath = '/auth'
