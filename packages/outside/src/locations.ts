/** In English as Google writes places: `Austin, Texas, United States`. */
export type Place = {
  name: string
  city: string
  /** Null in a country without regions: `Monaco, Monaco`. */
  region: string | null
  country: string
  /** Degrees, north and east positive; null for a place that left the list. */
  coordinates: { latitude: number; longitude: number } | null
}

/** ISO 3166-1: alpha-2 and numeric codes. */
const numericCodes = new Map(
  `ad020 ae784 af004 ag028 ai660 al008 am051 ao024 aq010 ar032 as016 at040 au036 aw533 ax248 az031 ba070 bb052 bd050 be056 bf854 bg100 bh048 bi108 bj204 bl652 bm060 bn096 bo068 bq535 br076 bs044 bt064 bv074 bw072 by112 bz084 ca124 cc166 cd180 cf140 cg178 ch756 ci384 ck184 cl152 cm120 cn156 co170 cr188 cu192 cv132 cw531 cx162 cy196 cz203 de276 dj262 dk208 dm212 do214 dz012 ec218 ee233 eg818 eh732 er232 es724 et231 fi246 fj242 fk238 fm583 fo234 fr250 ga266 gb826 gd308 ge268 gf254 gg831 gh288 gi292 gl304 gm270 gn324 gp312 gq226 gr300 gs239 gt320 gu316 gw624 gy328 hk344 hm334 hn340 hr191 ht332 hu348 id360 ie372 il376 im833 in356 io086 iq368 ir364 is352 it380 je832 jm388 jo400 jp392 ke404 kg417 kh116 ki296 km174 kn659 kp408 kr410 kw414 ky136 kz398 la418 lb422 lc662 li438 lk144 lr430 ls426 lt440 lu442 lv428 ly434 ma504 mc492 md498 me499 mf663 mg450 mh584 mk807 ml466 mm104 mn496 mo446 mp580 mq474 mr478 ms500 mt470 mu480 mv462 mw454 mx484 my458 mz508 na516 nc540 ne562 nf574 ng566 ni558 nl528 no578 np524 nr520 nu570 nz554 om512 pa591 pe604 pf258 pg598 ph608 pk586 pl616 pm666 pn612 pr630 ps275 pt620 pw585 py600 qa634 re638 ro642 rs688 ru643 rw646 sa682 sb090 sc690 sd729 se752 sg702 sh654 si705 sj744 sk703 sl694 sm674 sn686 so706 sr740 ss728 st678 sv222 sx534 sy760 sz748 tc796 td148 tf260 tg768 th764 tj762 tk772 tl626 tm795 tn788 to776 tr792 tt780 tv798 tw158 tz834 ua804 ug800 um581 us840 uy858 uz860 va336 vc670 ve862 vg092 vi850 vn704 vu548 wf876 ws882 ye887 yt175 za710 zm894 zw716`
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** As Google Ads numbers countries: 2000 + ISO 3166-1 numeric; null when unknown. */
export function countryLocationCode(country: string): number | null {
  const numeric = numericCodes.get(country)
  return numeric === undefined ? null : 2000 + numeric
}

/** Google's `gl`, where the United Kingdom is `uk`. */
export function googleCountry(country: string): string {
  return country === 'gb' ? 'uk' : country
}

/** Countries after `google.com.`, `google.co.` or `google.`; the rest use google.com. */
const googleDomains = {
  'com.':
    'af ag ai ar au bd bh bn bo br bz co cu cy do ec eg et fj gh gi gt hk jm kh kw lb ly mm mt mx my na ng ni np om pa pe pg ph pk pr py qa sa sb sg sl sv tj tr tw ua uy vc vn',
  'co.': 'ao bw ck cr id il in jp ke kr ls ma mz nz th tz ug uz ve vi za zm zw',
  '': 'ad ae al am as at az ba be bf bg bi bj bs bt by ca cd cf cg ch ci cl cm cv cz de dj dk dm dz ee es fi fm fr ga ge gg gl gm gr gy hn hr ht hu ie im iq is it je jo ki kg kz la li lk lt lu lv md me mg mk ml mn mu mv mw ne nl no nr nu pl pn ps pt ro rs ru rw sc se sh si sk sm sn so sr st td tg tl tm tn to tt vu ws',
}
const domainOf = new Map(
  Object.entries(googleDomains).flatMap(([level, countries]) =>
    countries.split(' ').map((country) => [country, `google.${level}${country}`] as const),
  ),
)

/** By google.com/supported_domains. */
export function googleDomain(country: string): string {
  return country === 'gb' ? 'google.co.uk' : (domainOf.get(country) ?? 'google.com')
}

const englishNames = new Intl.DisplayNames(['en'], { type: 'region' })
/** Google Ads' other names; null where its spelling is in doubt. */
const otherNames: Readonly<Record<string, string | null>> = {
  cg: 'Republic of the Congo',
  cd: 'Democratic Republic of the Congo',
  ci: "Cote d'Ivoire",
  bs: 'The Bahamas',
  gm: 'The Gambia',
  hk: 'Hong Kong',
  mm: 'Myanmar (Burma)',
  mo: 'Macao',
  re: 'Reunion',
  tr: null,
}

/** As Google Ads writes it: the city (`Austin,Texas,United States`), else the country; null if unknown. */
export function googlePlace(country: string, city: Place | null): string | null {
  if (city) return city.name.split(', ').join(',')
  const other = otherNames[country]
  if (other !== undefined) return other
  const name = (englishNames.of(country.toUpperCase()) ?? '').replace('&', 'and').replace(/^St\. /, 'Saint ')
  return /^[A-Za-z -]+$/.test(name) ? name : null
}

/** `uule`: role 2, producer 32, then the name. */
export function googleUule(place: string): string {
  const name = Buffer.from(place)
  return `w+${Buffer.concat([Buffer.from([8, 2, 16, 32, 34, name.length]), name]).toString('base64')}`
}
