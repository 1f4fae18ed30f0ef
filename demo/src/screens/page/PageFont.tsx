import type { ResourceRef } from '@waraq/contract'
import type { FontAsset } from '@waraq/reader/fonts'
import { useFontsStatus } from '../../fonts/use-fonts-status.ts'
import { useWords } from '../../ui/hooks.ts'

/** The attribution and license of the font. */
export function FontCredit({ asset }: { readonly asset: FontAsset }) {
  const words = useWords()
  const { attribution, license_name: license, license_url: url } = asset.row
  if (!attribution && !license) return null
  return (
    <p className="font-credit">
      {words.reading.font} {attribution && <bdi>{attribution}</bdi>}
      {attribution && license && ' · '}
      {license && (url?.startsWith('https://') ? <a href={url}>{license}</a> : <bdi>{license}</bdi>)}
    </p>
  )
}

/** Stands in place of a page whose font is not on this device. */
export function FontMissing({ of }: { readonly of: ResourceRef }) {
  const words = useWords()
  const status = useFontsStatus(of)
  const [problem] = status?.failed ?? []
  return (
    <div className="absence" role="status">
      <p>{words.reading.fontMissing}</p>
      {status && status.wanted > 0 && <p>{words.reading.fontsHere(status.kept, status.wanted)}</p>}
      {problem && <p>{words.problem(problem.error.code, problem.error.message)}</p>}
    </div>
  )
}
