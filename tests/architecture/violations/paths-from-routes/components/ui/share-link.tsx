// @ts-nocheck: makes a path by itself
export const shareLink = (id: string) => `/share/${id}`
