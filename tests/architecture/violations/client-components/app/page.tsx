// @ts-nocheck: a page that is a client component
'use client'

export default function Page() {
  return null
}
