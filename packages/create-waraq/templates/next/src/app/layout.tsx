import type { ReactNode } from 'react'
import { Library } from '../library.tsx'
import '../style.css'

export const metadata = { title: 'Al-Fatihah', icons: 'data:,' }

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>
        <Library>{children}</Library>
      </body>
    </html>
  )
}
