/** URL parameters of saved views, besides those of their list: the view, and the columns and density of the table. */
export const viewSearch = ({ view, hide, density }: Record<string, string | undefined>) => ({
  ...(view && { view }),
  ...(hide && { hide }),
  ...(density && { density }),
})
