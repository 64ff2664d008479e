/** A phone calls every photo 'image.jpg'; by the time it was taken, a second one is no duplicate (MHX-021). */
export function namedPhoto(photo: File, now: Date = new Date()): File {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`
  return new File([photo], `photo-${day}-${time}.jpg`, { type: photo.type })
}
