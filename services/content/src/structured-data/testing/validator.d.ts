declare module '@adobe/structured-data-validator' {
  // biome-ignore lint/style/noDefaultExport: it is what the package has
  export default class Validator {
    registeredHandlers: Record<string, unknown[]>
    validate(extracted: unknown): Promise<{ severity: string }[]>
  }
}
