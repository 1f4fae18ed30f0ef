import type { RowGenerator } from './generator.ts'
import { languages } from './languages.ts'

/** The texts of an article by language. Rows have no `id`: article and language identify them. */
export const articleRows: RowGenerator = ({ id }) => [
  {
    article_id: id,
    language_id: languages.en.id,
    lang: languages.en.iso,
    title: `Sandbox article ${id}`,
    text: `<h2>What it is for</h2><p>This text was made by the sandbox to have something to sync.</p>`,
  },
  {
    article_id: id,
    language_id: languages.ar.id,
    lang: languages.ar.iso,
    title: `مقال تجريبي ${id}`,
    text: `<h2>الغرض منه</h2><p>هذا نص أنشئ للتجربة فقط.</p>`,
  },
]
