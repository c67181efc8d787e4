import { authRoutes } from '../routes.ts'

/** Reads each form whose every field is this text. */
export function readForms(text: string): void {
  const form = new Proxy({}, { get: () => text, has: () => true })
  for (const { read } of Object.values(authRoutes)) {
    try {
      read(form)
    } catch {}
  }
}
