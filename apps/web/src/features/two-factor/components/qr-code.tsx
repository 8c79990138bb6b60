import { QRCodeSVG } from 'qrcode.react';

/** A QR code; a file of its own, because few who visit ever see one. */
const QrCode = ({ text, title }: { text: string; title: string }) => (
  <QRCodeSVG value={text} title={title} role="img" level="M" marginSize={0} size={172} />
);

export default QrCode;
