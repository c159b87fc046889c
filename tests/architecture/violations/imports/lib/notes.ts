// @ts-nocheck: a rule reaches for the server, at run time
export const loadNotes = () => import('./server/notes')
