import { pageHref } from '../../routes/route.ts'
import { useWords } from '../../ui/hooks.ts'
import { BackIcon, ForwardIcon } from '../../ui/Icons.tsx'

/** The next page is on the left, as in the printed book, in every language of the interface. */
export function PageTurner({ page, pages }: { readonly page: number; readonly pages: number }) {
  const words = useWords()
  return (
    <nav className="page-turner" dir="rtl" aria-label={words.reading.otherPages}>
      {page > 1 ? (
        <a className="button" href={pageHref(page - 1)} data-testid="previous-page">
          <BackIcon />
          <bdi>{words.reading.previousPage}</bdi>
        </a>
      ) : (
        <span />
      )}
      <bdi className="page-count">{words.reading.pageOf(page, pages)}</bdi>
      {page < pages ? (
        <a className="button" href={pageHref(page + 1)} data-testid="next-page">
          <bdi>{words.reading.nextPage}</bdi>
          <ForwardIcon />
        </a>
      ) : (
        <span />
      )}
    </nav>
  )
}
