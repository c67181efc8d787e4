import { primaryLanguage } from '@rts/outside/languages'

/** Google Ads' numbers of languages (its reference, "Language codes"). */
const constants = new Map(
  `en1000 de1001 fr1002 es1003 it1004 ja1005 da1009 nl1010 fi1011 ko1012 nb1013 no1013 nn1013 pt1014 sv1015 ar1019 bg1020 cs1021 el1022 hi1023 hu1024 id1025 is1026 he1027 lv1028 lt1029 pl1030 ru1031 ro1032 sk1033 sl1034 sr1035 uk1036 tr1037 ca1038 hr1039 vi1040 ur1041 fil1042 et1043 th1044 bn1056 fa1064 gu1072 kn1086 ml1098 mr1101 ms1102 pa1110 ta1130 te1131`
    .split(' ')
    .map((entry) => {
      const [, tag = '', number = ''] = /^(\D+)(\d+)$/.exec(entry) ?? []
      return [tag, Number(number)]
    }),
)
const traditional = new Set(['zh-TW', 'zh-HK'])

/** A language as Google Ads numbers it; null where it has none. */
export function languageConstant(tag: string): number | null {
  const primary = primaryLanguage(tag)
  if (primary === 'zh') return traditional.has(tag) ? 1018 : 1017
  return constants.get(primary) ?? null
}
