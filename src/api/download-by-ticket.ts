import { api } from './client.ts'

/**
 * Downloads a file through the browser without reading it here. The URL holds a single-use ticket (ruling 8). `path` is
 * relative to /api/v4 unless it begins with /api. Failures are only logged (ERR-008).
 */
export async function downloadByTicket(path: string, query: Record<string, string>): Promise<void> {
  try {
    const { ticket } = await api.tickets.create({ purpose: 'download' })
    const link = Object.assign(document.createElement('a'), {
      href: `${path.startsWith('/api/') ? path : `/api/v4${path}`}?${new URLSearchParams({ ...query, auth_token: ticket })}`,
      download: '',
    })
    document.body.append(link)
    link.click()
    link.remove()
  } catch (error) {
    console.error('The file could not be downloaded', error)
  }
}
