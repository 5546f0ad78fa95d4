import { promisify } from 'node:util';
import { crc32, deflate } from 'node:zlib';

const pack = promisify<Buffer, Buffer>(deflate);
const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/**
 * PNG of RGBA pixels (W3C PNG, 8 bits, colour type 6): header, pixels, end, and nothing that could tell more. Writing one
 * fixed kind takes these lines; a package would bring a reader and every other kind as well.
 */
export async function encodePng(width: number, height: number, pixels: Uint8ClampedArray): Promise<Buffer> {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 6], 8);
  const packed = await pack(filterRows(width, height, pixels));
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', packed), chunk('IEND', Buffer.alloc(0))]);
}

/** Every row as differences to the pixel on its left (filter 1), which packs far better. */
function filterRows(width: number, height: number, pixels: Uint8ClampedArray): Buffer {
  const length = width * 4;
  const rows = Buffer.alloc((length + 1) * height);
  for (let y = 0; y < height; y += 1) {
    const start = y * (length + 1);
    rows[start] = 1;
    for (let at = 0; at < length; at += 1) {
      const left = at < 4 ? 0 : (pixels[y * length + at - 4] ?? 0);
      rows[start + 1 + at] = (pixels[y * length + at] ?? 0) - left;
    }
  }
  return rows;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(data.length, 0);
  frame.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([frame.subarray(0, 4), named, frame.subarray(4)]);
}
