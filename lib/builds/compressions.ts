/** How files of a build are compressed ahead, the smallest first: HTTP's name for the coding, and the ending of its file. */
export const compressions = [
  { coding: 'br', ending: '.br' },
  { coding: 'gzip', ending: '.gz' },
] as const
