'use client'
import type { ReactNode } from 'react'
import { usePublicConfig } from './public-config'

/** Words with a link to the contact page; nothing where that page has no address. */
export function ContactOffer({ children }: { children: ReactNode }) {
  return usePublicConfig()?.operator?.contactEmail ? children : null
}
