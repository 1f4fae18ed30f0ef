import { FirstChoice } from '../../first-choice/FirstChoice.tsx'
import { useEntryState } from '../../ui/use-entry-state.ts'
import { useChapters, useChapterName } from '../../reading/use-chapter-name.ts'
import { juzHref, limits } from '../../routes/route.ts'
import { isStillOpening, keptOf } from '../../sync/sync-state.ts'
import { CatalogueProblem } from '../../ui/CatalogueProblem.tsx'
import { Choice } from '../../ui/Choice.tsx'
import { useSync, useTitle, useUserModule, useWords } from '../../ui/hooks.ts'
import { ChapterList } from './ChapterList.tsx'
import { ContinueReading, RecentPlaces } from './ContinueReading.tsx'
import { PageList } from './PageList.tsx'
import { getJuzMeta, type Juz } from 'quran-meta/hafs'

function Welcome() {
  const words = useWords()
  return (
    <section className="welcome" aria-labelledby="welcome-title">
      <h1 id="welcome-title">{words.welcome.title}</h1>
      <p>{words.welcome.text}</p>
      <FirstChoice />
    </section>
  )
}

const kinds = ['chapters', 'juzs', 'pages'] as const
type Kind = (typeof kinds)[number]

/** The start of reading: the last place, and the lists of chapters, juz and pages. */
export function ReadPage() {
  const words = useWords()
  const state = useSync()
  const [kind, setKind] = useEntryState<Kind>('list', 'chapters')
  const { PlaceCard, LatestFavorites } = useUserModule() ?? {}
  useTitle(null)
  const chapters = useChapters()
  const { status, care } = state
  if (isStillOpening(state)) {
    return (
      <p className="absence late" role="status">
        {words.sync.opening}
      </p>
    )
  }
  const isNew = status !== null && keptOf(state).size === 0 && !care.evicted
  return (
    <div className="screen read-screen" data-testid="screen-read">
      {isNew ? <Welcome /> : <h1 className="screen-title">{words.read.title}</h1>}
      {/* One card each for what to read next. */}
      <div className="home-cards">
        <ContinueReading />
        {PlaceCard && <PlaceCard />}
      </div>
      <RecentPlaces />
      {LatestFavorites && <LatestFavorites />}
      <Choice
        legend={words.read.kinds}
        hideLegend
        options={kinds.map((each) => ({ value: each, label: words.read[each] }))}
        value={kind}
        onChange={setKind}
      />
      <CatalogueProblem needed="chapters" />
      {kind === 'chapters' && <ChapterList />}
      {kind === 'juzs' && <JuzList />}
      {kind === 'pages' && <PageList />}
      {/* Appears with the list, which would otherwise push it down. */}
      {chapters.size > 0 && <footer className="credits">{words.credits}</footer>}
    </div>
  )
}

function JuzList() {
  const words = useWords()
  const nameOf = useChapterName()
  return (
    <ol className="tiles">
      {Array.from({ length: limits.juzs }, (_, index) => {
        const juz = index + 1
        const [chapter, verse] = getJuzMeta(juz as Juz).first
        return (
          <li key={juz}>
            <a className="tile" href={juzHref(juz)} data-testid={`juz-link-${juz}`}>
              <span className="chapter-name">{words.read.juz(juz)}</span>
              <span className="chapter-about">{words.read.begins(nameOf(chapter), verse)}</span>
            </a>
          </li>
        )
      })}
    </ol>
  )
}
