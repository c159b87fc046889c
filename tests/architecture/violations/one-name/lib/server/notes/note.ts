import 'server-only'

export async function saveNote(): Promise<void> {}
