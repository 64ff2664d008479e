import { createContext, type ReactNode, use, useState } from 'react'

interface Progress {
  done: number
  total: number
}

interface PrintJob {
  /** Rows loaded so far; null: nothing is being printed. */
  progress: Progress | null
  setProgress: (progress: Progress | null) => void
}

const PrintContext = createContext<PrintJob>({ progress: null, setProgress: () => {} })

/** Connects the button that prints with the table that is printed. */
export function PrintProvider({ children }: { children: ReactNode }) {
  const [progress, setProgress] = useState<Progress | null>(null)
  return <PrintContext value={{ progress, setProgress }}>{children}</PrintContext>
}

export const usePrintJob = (): PrintJob => use(PrintContext)
