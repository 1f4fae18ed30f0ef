/**
 * English meanings of the chapters' names, one chapter a line. Most are ordinary words: one word counts with "the" before it or
 * where the text says "surah", several words count as they are. Meanings in other languages come with a catalogue.
 */
const table = `opener
heifer
family of imran|house of imran
women
table|table spread|feast
cattle|livestock
heights|elevations
spoils of war|spoils|booty
repentance|immunity



thunder

rocky tract|stone valley
bee|bees
night journey|children of israel



prophets
pilgrimage
believers
light
criterion|standard
poets
ant|ants
stories|story
spider
romans|byzantines

prostration|adoration
combined forces|confederates|clans|joint forces
sheba
originator|angels

those who set the ranks|those ranged in ranks|ranged in rows
letter saad|letter sad
troops|crowds|throngs
forgiver|believer
explained in detail|verses made distinct
consultation|counsel
ornaments of gold|gold adornments
smoke
crouching|kneeling
wind curved sandhills|sand dunes|sandhills

victory|conquest
rooms|private apartments|inner apartments|chambers
letter qaf
winnowing winds|scattering winds|scatterers
mount
star
moon
beneficent|the most gracious|the most compassionate|lord of mercy
inevitable|inevitable event|event
iron
pleading woman|she that disputeth|she who pleaded
exile|gathering|banishment
she that is to be examined|examined one|woman tested|women tested
ranks|solid lines|battle array
congregation friday|congregation|friday|friday congregation
hypocrites
mutual disillusion|mutual loss and gain|mutual neglect
divorce
prohibition|banning
sovereignty|kingdom|dominion
pen
reality|inevitable hour
ascending stairways|ways of ascent

jinns
enshrouded one|wrapped one|enfolded one
cloaked one|covered one
resurrection
man|human being
emissaries|those sent forth
tidings|announcement|great news
those who drag forth|those who tear out|forceful chargers
he frowned|frowned
overthrowing|folding up|shrouded in darkness
cleaving|cleaving asunder|torn apart
defrauding|defrauders|those who give short measure
sundering|splitting open|ripped apart
mansions of the stars|constellations|towering constellations
nightcomer|nightcommer|night comer|morning star
the most high
overwhelming|overwhelming event
dawn
city
sun
night
morning hours|morning brightness|forenoon
relief|expansion
fig
clot|clinging form
power|night of power|night of decree
clear proof|clear evidence
earthquake
courser|coursers|chargers
calamity|striking hour
rivalry in world increase|striving for more|competition
declining day|passage of time
traducer|slanderer|backbiter
elephant

small kindnesses|common kindnesses|neighbourly needs
abundance
disbelievers|unbelievers
divine support|help
palm fiber|palm fibre|flame
sincerity|purity of faith|purity
daybreak
mankind|humankind`

/** A name without its first article, in languages whose articles are no other words. */
const article = /^(?:the|la|le|les|los|las|il|lo|gli|o|os|as|der|die|das|de|het|den|det) (?=.)/

let known: ReadonlyMap<string, number> | undefined

/** Chapters by the letters of their meanings. A single word has "the" before it. */
function meanings(): ReadonlyMap<string, number> {
  known ??= new Map(
    table.split('\n').flatMap((line, at) =>
      line === ''
        ? []
        : line.split('|').flatMap((name) => {
            const letters = name.replaceAll(' ', '')
            const isOwn = name.includes(' ')
            return [...(isOwn ? [letters] : []), `the${letters}`].map((key) => [key, at + 1] as const)
          }),
    ),
  )
  return known
}

/** The chapter whose name has this meaning in English. `isSaid`: the text says that it names a chapter, so "the" may be missing. */
export function chapterMeant(words: readonly string[], isSaid = false): number | undefined {
  const letters = words.join('')
  return meanings().get(letters) ?? (isSaid ? meanings().get(`the${letters}`) : undefined)
}

/** The chapters whose meaning starts with these words, with or without "the". */
export function chaptersMeantBy(words: readonly string[]): number[] {
  const letters = (words[0] === 'the' ? words.slice(1) : words).join('')
  if (letters === '') return []
  return [...meanings()].filter(([key]) => key.startsWith(`the${letters}`)).map(([, chapter]) => chapter)
}

let wordsOfMeanings: ReadonlySet<string> | undefined

/** Whether a word occurs in a meaning, so that it alone does not show that a text names a chapter. */
export function isOrdinary(word: string): boolean {
  wordsOfMeanings ??= new Set(table.split(/[\n| ]+/).filter((each) => each.length > 2))
  return wordsOfMeanings.has(word)
}

/**
 * Forms of a name in some language that people type: as it is, one of two names that a slash separates, without what is in
 * brackets, and without an article.
 */
export function formsOf(name: string): Set<string> {
  const whole = name.toLowerCase()
  const names = [whole, whole.replace(/[([].*$/, ''), ...whole.split('/')].map((each) => each.trim())
  return new Set(names.flatMap((each) => [each, each.replace(article, ''), each.replace(/^l['’]/, '')]))
}
