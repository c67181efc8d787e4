import { describe, expect, it } from 'vitest'
import { writeLetter } from './letter.ts'

const letter = {
  subject: 'Reset your password',
  paragraphs: ['Somebody asked for a new password.', 'If it was not you, do nothing.'],
  button: { label: 'Choose a password', url: 'https://app.example/reset#a&b' },
}

describe('a letter', () => {
  it('is this plain text', () => {
    expect(writeLetter(letter).text).toBe(`Somebody asked for a new password.

If it was not you, do nothing.

Choose a password:
https://app.example/reset#a&b
`)
  })

  it('is this HTML, and loads nothing', () => {
    const { html } = writeLetter(letter)
    expect(html).toBe(`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="color-scheme" content="light dark"><title>Reset your password</title></head>
<body style="margin:0;padding:24px;font:16px/1.5 sans-serif">
<p>Somebody asked for a new password.</p>
<p>If it was not you, do nothing.</p>
<p><a href="https://app.example/reset#a&amp;b" style="display:inline-block;padding:10px 20px;color:#ffffff;background:#2456c7;border-radius:4px;text-decoration:none">Choose a password</a></p>
<p>https://app.example/reset#a&amp;b</p>
</body>
</html>
`)
    expect(html).not.toMatch(/src=|url\(|<link|<script|@import/)
  })

  it('without a button has no link', () => {
    const { text, html } = writeLetter({ subject: 's', paragraphs: ['Only this.'] })
    expect(text).toBe('Only this.\n')
    expect(html).not.toContain('href')
  })

  it.each([
    ['markup', '<script>alert(1)</script><img src="https://evil.example/x">'],
    ['quotes that would leave an attribute', `" onclick="x" '`],
    ['line ends that would make a header or a paragraph', 'a\r\nBcc: victim@example.com\n\nPay here'],
    ['a text that turns around', 'safe\u202egpj.exe\u2066'],
    ['control characters and half a pair', 'a\u0000\u001b[31mb\ud800'],
  ])('with %s in a name has it as harmless text', (_what, name) => {
    const { subject, text, html } = writeLetter({ subject: name, paragraphs: [`Hello ${name}!`] })
    expect(text.trimEnd().split('\n')).toHaveLength(1)
    expect(subject + text.trimEnd()).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    expect(`${subject}${text}`.isWellFormed()).toBe(true)
    const body = html.slice(html.indexOf('<p>'), html.indexOf('</body>'))
    expect(body.match(/<[^>]+>/g)).toEqual(['<p>', '</p>'])
    expect(body).not.toMatch(/["']/)
  })

  it.each(['javascript:alert(1)', 'data:text/html,x', '//evil.example', 'https://'])('has no button to %s', (url) => {
    expect(() => writeLetter({ ...letter, button: { label: 'Go', url } })).toThrow()
  })

  it('has an address in its button that cannot leave its attribute', () => {
    const { html, text } = writeLetter({ ...letter, button: { label: 'Go', url: `https://a.example/"><b>\n'` } })
    expect(html).not.toContain('<b>')
    expect(text.trimEnd().split('\n').at(-1)).toMatch(/^https:\/\/a\.example\/\S+$/)
  })
})
