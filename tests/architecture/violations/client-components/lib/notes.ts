// @ts-nocheck: a client component below components
'use client'

export const consent = null
