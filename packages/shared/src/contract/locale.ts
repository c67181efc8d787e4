import { z } from 'zod'
import { described } from './words.ts'

/** ISO 3166-1 alpha-2. */
const countries = new Set(
  `ad ae af ag ai al am ao aq ar as at au aw ax az ba bb bd be bf bg bh bi bj bl bm bn bo bq br bs bt bv bw by bz ca cc cd cf cg ch ci ck cl cm cn co cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg eh er es et fi fj fk fm fo fr ga gb gd ge gf gg gh gi gl gm gn gp gq gr gs gt gu gw gy hk hm hn hr ht hu id ie il im in io iq ir is it je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu lv ly ma mc md me mf mg mh mk ml mm mn mo mp mq mr ms mt mu mv mw mx my mz na nc ne nf ng ni nl no np nr nu nz om pa pe pf pg ph pk pl pm pn pr ps pt pw py qa re ro rs ru rw sa sb sc sd se sg sh si sj sk sl sm sn so sr ss st sv sx sy sz tc td tf tg th tj tk tl tm tn to tr tt tv tw tz ua ug um us uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw`.split(
    ' ',
  ),
)

/** BCP 47 tags that search engines take as an interface language. */
const languages = new Map(
  `af am ar az be bg bn bs ca cs cy da de el en en-GB en-US es es-419 es-ES es-MX et eu fa fi fil fr fr-CA fr-FR ga gl gu he hi hr hu hy id is it ja ka kk km kn ko ky lo lt lv mk ml mn mr ms mt my nb ne nl nn no pa pl pt pt-BR pt-PT ro ru si sk sl sq sr sv sw ta te th tl tr uk ur uz vi zh zh-CN zh-HK zh-TW zu`
    .split(' ')
    .map((tag) => [tag.toLowerCase(), tag]),
)

export const countryCodes: readonly string[] = [...countries]
export const languageTags: readonly string[] = [...languages.values()]

const countryAliases: Readonly<Record<string, string>> = { uk: 'gb' }

/** Case-insensitive; `uk` becomes `gb`. */
export const countrySchema = described(
  z
    .string()
    .meta({ maxLength: 8 })
    .transform((value, context) => {
      const code = value.trim().toLowerCase()
      const country = countryAliases[code] ?? code
      if (countries.has(country)) return country
      context.addIssue({ code: 'custom', message: 'must be a two-letter ISO 3166-1 country code such as us' })
      return z.NEVER
    }),
  'Where people search: a two-letter ISO 3166-1 code; `uk` means `gb`',
  'us',
)

/** Case-insensitive, of the published list. */
export const languageSchema = described(
  z
    .string()
    .meta({ maxLength: 16 })
    .transform((value, context) => {
      const language = languages.get(value.trim().toLowerCase().replace('_', '-'))
      if (language) return language
      context.addIssue({ code: 'custom', message: 'must be a language tag such as en, pt-BR or zh-TW' })
      return z.NEVER
    }),
  'The language of the search: a tag such as `en`, `pt-BR` or `zh-TW`',
  'en',
)

const deviceSchema = described(z.enum(['desktop', 'mobile']), 'The device that people search on', 'desktop')
export type Device = z.infer<typeof deviceSchema>
export const placeName = z.string().trim().min(1).max(150)

/** By default the site's own. */
export const siteLocale = {
  country: described(countrySchema.optional(), 'A two-letter country code; the site’s own by default', 'us'),
  language: described(languageSchema.optional(), 'A language tag; the site’s own by default', 'en'),
}
export const storedLocale = {
  country: described(z.string(), 'Two-letter ISO 3166-1 code', 'us'),
  language: described(z.string(), 'BCP 47 tag', 'en'),
}

/** Device and city; each variant of a phrase is a keyword. */
export const variant = {
  device: described(deviceSchema.optional(), 'The device that people search on; a desktop by default', 'desktop'),
  location: described(
    placeName.nullable().optional(),
    'The city where people search, as Google writes places; null: the country as a whole. One that is not known is refused with the nearest five',
    null,
  ),
}
export const storedVariant = {
  device: deviceSchema,
  location: described(
    z.string().nullable(),
    'The city, as `City, Region, Country`; null: the country as a whole',
    null,
  ),
}
