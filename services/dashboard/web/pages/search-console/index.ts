export { SearchConsoleConnection } from './connection-page.tsx'
export { SearchConsole } from './site-page.tsx'
