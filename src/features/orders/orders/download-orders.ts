import { api } from '#src/api/client.ts'

export interface OrdersFile {
  startDate: string
  endDate: string
  isActivePage: boolean
  /** 'EN' or 'FR' (SVC-019). */
  language: 'EN' | 'FR'
}

/** Hands the orders of a range to the browser's downloads, straight from the server. A failure is only logged (ERR-008). */
export async function downloadOrders({
  startDate,
  endDate,
  isActivePage,
  language,
}: OrdersFile): Promise<void> {
  try {
    const { ticket } = await api.tickets.create({ purpose: 'download' })
    const query = new URLSearchParams({
      ...(startDate && { startDate }),
      ...(endDate && { endDate }),
      isActivePage: String(isActivePage),
      language,
      auth_token: ticket,
    })
    const link = Object.assign(document.createElement('a'), {
      href: `/api/v4/orders.csv?${query}`,
      download: '',
    })
    document.body.append(link)
    link.click()
    link.remove()
  } catch (error) {
    console.error('The orders could not be downloaded', error)
  }
}
