/** The base address of the server API; the table's paths are below it. */
export const restBasePath = '/http/v1'
/** The address of the agent endpoint. */
export const mcpPath = '/mcp'
/** The same tools for clients that connect by OAuth: the resource of their tokens, and their issuer. */
export const connectPath = `${mcpPath}/connect`
