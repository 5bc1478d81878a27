"""Web Push: encrypts a message for a browser (RFC 8291) and signs the request (VAPID, RFC 8292)."""

from __future__ import annotations

import base64
import json
import os
import struct
import time
from dataclasses import dataclass
from urllib.parse import urlsplit

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

CURVE = ec.SECP256R1()
RECORD_SIZE = 4096
TOKEN_SECONDS = 12 * 3600


@dataclass(frozen=True, slots=True)
class Subscription:
    """Where a browser gets messages, and the keys that only it can read them with."""

    endpoint: str
    p256dh: str
    auth: str


def to_base64(data: bytes) -> str:
    """Base64 for URLs, without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def from_base64(text: str) -> bytes:
    """The bytes of base64 for URLs; raises ValueError for anything else."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def new_private_key() -> str:
    """A new private key of a server."""
    number = ec.generate_private_key(CURVE).private_numbers().private_value
    return to_base64(number.to_bytes(32, "big"))


def read_private_key(text: str) -> ec.EllipticCurvePrivateKey:
    """A private key from its text."""
    return ec.derive_private_key(int.from_bytes(from_base64(text), "big"), CURVE)


def public_key(private: ec.EllipticCurvePrivateKey) -> bytes:
    """The public half of a key, as browsers expect it."""
    encoding, form = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
    return private.public_key().public_bytes(encoding, form)


def check_keys(subscription: Subscription) -> None:
    """Raise ValueError unless a message can be encrypted with these keys."""
    encrypt(subscription, b"")


def encrypt(
    subscription: Subscription,
    message: bytes,
    sender: ec.EllipticCurvePrivateKey | None = None,
    salt: bytes | None = None,
) -> bytes:
    """The body of a request with this message, by `aes128gcm` (RFC 8188).

    The sender's key and the salt are new for each message; tests give those of the RFC.
    """
    salt = salt or os.urandom(16)
    sender = sender or ec.generate_private_key(CURVE)
    theirs_raw, secret = from_base64(subscription.p256dh), from_base64(subscription.auth)
    if len(secret) != 16:
        raise ValueError("the secret of a subscription has 16 bytes")
    theirs = ec.EllipticCurvePublicKey.from_encoded_point(CURVE, theirs_raw)
    ours_raw = public_key(sender)
    shared = sender.exchange(ec.ECDH(), theirs)
    info = b"WebPush: info\0" + theirs_raw + ours_raw
    material = _derive(shared, secret, info, 32)
    key = _derive(material, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derive(material, salt, b"Content-Encoding: nonce\0", 12)
    # One record, which ends with the mark of the last one.
    sealed = AESGCM(key).encrypt(nonce, message + b"\x02", None)
    return salt + struct.pack("!IB", RECORD_SIZE, len(ours_raw)) + ours_raw + sealed


def _derive(material: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(material)


def request_headers(
    private: ec.EllipticCurvePrivateKey, endpoint: str, contact: str, keep_seconds: int
) -> dict[str, str]:
    """The headers of a request, with a signed token that says who sends it."""
    address = urlsplit(endpoint)
    claims = {
        "aud": f"{address.scheme}://{address.netloc}",
        "exp": int(time.time()) + TOKEN_SECONDS,
        "sub": contact,
    }
    signed = ".".join(
        to_base64(json.dumps(part, separators=(",", ":")).encode())
        for part in ({"typ": "JWT", "alg": "ES256"}, claims)
    )
    r, s = decode_dss_signature(private.sign(signed.encode(), ec.ECDSA(hashes.SHA256())))
    signature = to_base64(r.to_bytes(32, "big") + s.to_bytes(32, "big"))
    return {
        "Authorization": f"vapid t={signed}.{signature}, k={to_base64(public_key(private))}",
        "Content-Encoding": "aes128gcm",
        "Content-Type": "application/octet-stream",
        "TTL": str(keep_seconds),
        "Urgency": "normal",
    }
