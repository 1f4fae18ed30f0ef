import { asciiDigits, mushafInfo } from 'waraq/quran'
import { useLiveQuery } from 'waraq/react'
import { useState } from 'react'
import { pagesOf, useMushaf } from '../../reading/use-mushaf.ts'
import { pageHref } from '../../routes/route.ts'
import { useWords } from '../../ui/hooks.ts'

function GoToPage({ pages }: { readonly pages: number }) {
  const words = useWords()
  const [text, setText] = useState('')
  const digits = asciiDigits(text.trim())
  const page = Number(digits)
  const isPage = /^\d{1,4}$/.test(digits) && page >= 1 && page <= pages
  return (
    <form
      className="go-to-page"
      onSubmit={(event) => {
        event.preventDefault()
        if (isPage) location.hash = pageHref(page)
      }}
    >
      <label>
        <span>{words.read.pageNumber}</span>
        <input
          type="text"
          inputMode="numeric"
          autoComplete="off"
          maxLength={8}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <button type="submit" className="button" disabled={!isPage}>
        {words.read.go}
      </button>
    </form>
  )
}

export function PageList() {
  const words = useWords()
  const pages = pagesOf(useLiveQuery(mushafInfo(useMushaf())).data)
  return (
    <>
      <GoToPage pages={pages} />
      <ol className="page-tiles">
        {Array.from({ length: pages }, (_, index) => (
          <li key={index}>
            <a className="tile" href={pageHref(index + 1)} aria-label={words.read.page(index + 1)}>
              {words.figures.number(index + 1)}
            </a>
          </li>
        ))}
      </ol>
    </>
  )
}
