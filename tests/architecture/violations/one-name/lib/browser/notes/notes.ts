import 'client-only'

export async function saveNote(): Promise<void> {}
