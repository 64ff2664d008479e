import { type AddressInfo, createServer, type Socket } from 'node:net'

/** A mail server that accepts everything unless configured to fail. */
export class SmtpSink {
  /** Received mails, with headers and body. */
  readonly mails: string[] = []
  isBroken = false
  /** Responses for rejected addresses: '550 5.1.1 no such user'. */
  readonly rejections = new Map<string, string>()
  /** Response to every sender. */
  toSender = '250 ok'
  /** Requested addresses, accepted or not. */
  readonly recipients: string[] = []
  readonly server = createServer((socket) => this.#talk(socket))
  /** Called with each requested address, before the response. */
  onRecipient: (recipient: string) => void = () => {}
  /** Called with each accepted mail, before the response. */
  onMail: (mail: string) => void = () => {}

  async listen(): Promise<string> {
    await new Promise<void>((done) => this.server.listen(0, '127.0.0.1', done))
    return `smtp://127.0.0.1:${(this.server.address() as AddressInfo).port}?ignoreTLS=true`
  }

  #answerTo(line: string): string {
    const recipient = /<(.*)>/.exec(line)?.[1] ?? ''
    this.recipients.push(recipient)
    this.onRecipient(recipient)
    return this.isBroken ? '451 later' : (this.rejections.get(recipient) ?? '250 ok')
  }

  #talk(socket: Socket) {
    let data: string | null = null
    let rest = ''
    socket.on('error', () => {})
    socket.write('220 sink\r\n')
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines) {
        if (data !== null) {
          if (line === '.') {
            this.mails.push(data)
            this.onMail(data)
            data = null
            socket.write('250 taken\r\n')
          } else data += `${line}\n`
        } else if (line === 'DATA') {
          data = ''
          socket.write('354 go\r\n')
        } else if (/^RCPT/.test(line)) socket.write(`${this.#answerTo(line)}\r\n`)
        else if (/^MAIL FROM/.test(line)) socket.write(`${this.toSender}\r\n`)
        else if (/^QUIT/.test(line)) socket.end('221 bye\r\n')
        else if (line) socket.write('250 ok\r\n')
      }
    })
  }
}
