type SampleText = { about: string; choose: string; opening: string; body: string }

const english: SampleText = {
  about: 'What to know about {keyword}',
  choose: 'How to choose {keyword}',
  opening: '{keyword}, as the sandbox writes about it.',
  body: 'This is sample text about {keyword}, as a writer would give it for {site}. It fills its place, so that the page can be looked at, and says nothing that is to be believed.',
}

const texts: Readonly<Record<string, SampleText>> = {
  en: english,
  id: {
    about: 'Yang perlu diketahui tentang {keyword}',
    choose: 'Cara memilih {keyword}',
    opening: '{keyword}, seperti yang ditulis oleh sandbox.',
    body: 'Ini adalah teks contoh tentang {keyword}, seperti yang akan ditulis oleh seorang penulis untuk {site}. Teks ini hanya mengisi tempatnya agar halaman dapat dilihat, dan tidak ada isinya yang perlu dipercaya.',
  },
  de: {
    about: 'Was man über {keyword} wissen sollte',
    choose: 'Wie man {keyword} auswählt',
    opening: '{keyword}, wie die Sandbox darüber schreibt.',
    body: 'Das ist ein Beispieltext über {keyword}, wie ihn ein Autor für {site} schreiben würde. Er füllt nur seinen Platz, damit man die Seite ansehen kann, und sagt nichts, was man glauben sollte.',
  },
  fr: {
    about: 'Ce qu’il faut savoir sur {keyword}',
    choose: 'Comment choisir {keyword}',
    opening: '{keyword}, tel que le bac à sable en parle.',
    body: 'Ceci est un texte d’exemple sur {keyword}, comme un rédacteur l’écrirait pour {site}. Il occupe seulement sa place pour que l’on puisse regarder la page, et ne dit rien que l’on doive croire.',
  },
  es: {
    about: 'Lo que hay que saber sobre {keyword}',
    choose: 'Cómo elegir {keyword}',
    opening: '{keyword}, tal como lo cuenta el entorno de pruebas.',
    body: 'Este es un texto de ejemplo sobre {keyword}, como lo escribiría un redactor para {site}. Solo ocupa su lugar para que se pueda mirar la página, y no dice nada que haya que creer.',
  },
  pt: {
    about: 'O que saber sobre {keyword}',
    choose: 'Como escolher {keyword}',
    opening: '{keyword}, como o ambiente de testes o descreve.',
    body: 'Este é um texto de exemplo sobre {keyword}, como um redator o escreveria para {site}. Ele apenas ocupa o seu lugar para que se possa olhar a página, e não diz nada em que se deva acreditar.',
  },
  it: {
    about: 'Che cosa sapere su {keyword}',
    choose: 'Come scegliere {keyword}',
    opening: '{keyword}, come lo descrive l’ambiente di prova.',
    body: 'Questo è un testo di esempio su {keyword}, come lo scriverebbe un redattore per {site}. Occupa soltanto il suo posto perché si possa guardare la pagina, e non dice nulla a cui si debba credere.',
  },
  nl: {
    about: 'Wat je moet weten over {keyword}',
    choose: 'Hoe je {keyword} kiest',
    opening: '{keyword}, zoals de testomgeving erover schrijft.',
    body: 'Dit is een voorbeeldtekst over {keyword}, zoals een schrijver die voor {site} zou maken. Hij vult alleen zijn plaats, zodat je de pagina kunt bekijken, en zegt niets dat je hoeft te geloven.',
  },
  ja: {
    about: '{keyword}について知っておきたいこと',
    choose: '{keyword}の選び方',
    opening: '{keyword}について、サンドボックスが書いた文章です。',
    body: 'これは{keyword}についての見本の文章で、{site}のために書き手が書くような形をしています。ページの見た目を確かめるために場所を埋めているだけで、内容を信じる必要はありません。実際の文章は、設定された書き手が作ります。',
  },
  zh: {
    about: '关于{keyword}需要知道的事',
    choose: '如何选择{keyword}',
    opening: '{keyword}，由沙盒撰写。',
    body: '这是一段关于{keyword}的示例文字，样子就像作者会为{site}写的那样。它只是占据自己的位置，让人可以查看页面的样子，其中没有任何内容需要相信。真正的文章由所设置的作者来写。',
  },
}

export function sampleText(language: string, keyword: string, site: string): SampleText {
  const { about, choose, opening, body } = texts[language.split('-')[0] ?? ''] ?? english
  const filled = (sentence: string) => sentence.replaceAll('{keyword}', keyword).replaceAll('{site}', site)
  return { about: filled(about), choose: filled(choose), opening: filled(opening), body: filled(body) }
}
