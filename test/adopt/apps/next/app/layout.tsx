import type { ReactNode } from 'react'
import { Library } from './library.tsx'

export const metadata = { title: 'Al-Fatihah' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Library>{children}</Library>
      </body>
    </html>
  )
}
