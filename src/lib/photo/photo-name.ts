/**
 * Names a photo by its time: phones name every photo 'image.jpg', and a second one must not be a duplicate (MHX-021).
 */
export function namedPhoto(photo: File, now: Date = new Date()): File {
  const two = (part: number) => String(part).padStart(2, '0')
  const day = `${now.getFullYear()}${two(now.getMonth() + 1)}${two(now.getDate())}`
  const time = `${two(now.getHours())}${two(now.getMinutes())}${two(now.getSeconds())}`
  return new File([photo], `photo-${day}-${time}.jpg`, { type: photo.type })
}
