import { QRCodeSVG } from 'qrcode.react';

/** A QR code, in its own chunk because few visitors see one. */
const QrCode = ({ text, title }: { text: string; title: string }) => (
  <QRCodeSVG value={text} title={title} role="img" level="M" marginSize={0} size={172} />
);

export default QrCode;
