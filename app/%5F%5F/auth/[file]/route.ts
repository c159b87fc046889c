import { answerFirebaseFile } from '@/lib/server/identity/identity'

export async function GET(request: Request, { params }: RouteContext<'/__/auth/[file]'>): Promise<Response> {
  const { file } = await params
  return answerFirebaseFile(request, `auth/${file}`)
}
