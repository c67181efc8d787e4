import { type AuthRoute, authRoutes } from '../routes.ts'

const routes: AuthRoute[] = Object.values(authRoutes)

/** Reads each form whose every field is this text. */
export function readForms(text: string): void {
  const form = new Proxy({}, { get: () => text, has: () => true })
  for (const { read } of routes) {
    try {
      read(form)
    } catch {}
  }
}
