package dev.loomweight.source.recording.reader.chunk;

import org.jspecify.annotations.Nullable;

/**
 * Strings by the bytes that they are written as, so that a name that stands in every chunk is decoded once and is one
 * object. Bounded: when it is full, or for long strings, every reading makes a new object.
 */
final class TextCache {

    private static final int MOST = 1 << 16;
    private static final int LONGEST = 1024;

    private byte[] @Nullable [] bytes = new byte[1024][];
    private int[] hashes = new int[1024];
    private @Nullable String[] strings = new @Nullable String[1024];
    private int size;

    /**
     * The string that is written here, which is no constant.
     *
     * @param in at the encoding; left behind the string
     * @return null where null was written
     * @throws IndexOutOfBoundsException if it does not end within the chunk
     */
    @Nullable
    String read(ChunkInput in) {
        byte encoding = in.readByte();
        if (encoding != Texts.UTF8 && encoding != Texts.LATIN1) {
            return Texts.read(in, encoding);
        }
        long before = in.position();
        int length = in.readInt();
        if (length < 0 || length > LONGEST) {
            in.seek(before);
            return Texts.read(in, encoding);
        }
        int hash = in.hash(length) + encoding;
        int at = find(in, length, hash);
        String known = strings[at];
        if (known != null) {
            in.skipBytes(length);
            return known;
        }
        byte[] copy = in.readBytes(length);
        String decoded = Texts.decode(copy, encoding);
        if (size < MOST) {
            bytes[at] = copy;
            hashes[at] = hash;
            strings[at] = decoded;
            if (++size * 2 > strings.length) {
                grow();
            }
        }
        return decoded;
    }

    private int find(ChunkInput in, int length, int hash) {
        int mask = strings.length - 1;
        int at = hash & mask;
        while (strings[at] != null) {
            byte[] known = bytes[at];
            // Equal bytes have equal hashes but for the encoding, so equal hashes are of one encoding then.
            if (hashes[at] == hash && known != null && in.startsWith(known, length)) {
                return at;
            }
            at = at + 1 & mask;
        }
        return at;
    }

    private void grow() {
        byte[] @Nullable [] oldBytes = bytes;
        int[] oldHashes = hashes;
        @Nullable String[] oldStrings = strings;
        int mask = oldStrings.length * 2 - 1;
        bytes = new byte[mask + 1][];
        hashes = new int[mask + 1];
        strings = new @Nullable String[mask + 1];
        for (int i = 0; i < oldStrings.length; i++) {
            if (oldStrings[i] != null) {
                int at = oldHashes[i] & mask;
                while (strings[at] != null) {
                    at = at + 1 & mask;
                }
                bytes[at] = oldBytes[i];
                hashes[at] = oldHashes[i];
                strings[at] = oldStrings[i];
            }
        }
    }
}
