// @ts-nocheck: a client component that lives with its page
'use client'

export const NoteForm = () => null
