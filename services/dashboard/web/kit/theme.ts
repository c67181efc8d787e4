const yearSeconds = 31_536_000

export function themeNow(): string {
  return document.documentElement.dataset.theme ?? 'system'
}

/** Light, dark, or as the device has it. The cookie tells the server, which writes it into every document. */
export function chooseTheme(theme: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that we serve
  document.cookie = `theme=${theme}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax`
  document.documentElement.dataset.theme = theme
}
