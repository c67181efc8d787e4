import { expect, it } from 'vitest'
import { foreignHost } from './foreign-host.ts'

it.each([
  'Pay now: evil.com',
  '//evil.com',
  'evil．com/x',
  'evil。com',
  'evil｡com',
  'ｅｖｉｌ.com',
  'see EVIL.CO.UK!',
  'x.tea.example.com.evil.com',
  'evil.com.',
  'bücher.de',
  'a_b.evil.com',
  'evil.github.io',
  '-evil.com',
  '_evil.com',
  'tea.example.com, not evil.com',
  'atea.example.com',
])('a text with another host: %s', (text) => expect(foreignHost(text, 'tea.example.com')).toBeDefined())

it.each([
  'Tea in autumn',
  'tea.example.com in autumn',
  'Shop.Tea.Example.com',
  'Version 1.2.3, e.g. 4.5 %',
  'Node.js and so on... yes',
  'Jan.–Feb. 2026',
])('a text without one: %s', (text) => expect(foreignHost(text, 'tea.example.com')).toBeUndefined())
