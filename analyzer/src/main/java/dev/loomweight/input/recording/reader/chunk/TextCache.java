package dev.loomweight.input.recording.reader.chunk;

import org.jspecify.annotations.Nullable;

/**
 * Strings by the bytes that they are written as, so that a name in every chunk is decoded once and is one
 * object. Bounded: when it is full, or for long strings, every reading makes a new object.
 */
final class TextCache {

    private static final int LONGEST = 1024;

    private final ByteKeys<String> utf8 = new ByteKeys<>();
    private final ByteKeys<String> latin1 = new ByteKeys<>();

    /**
     * The string that is written here, which is no constant.
     *
     * @param in at the encoding; left after the string
     * @return null where null was written
     * @throws IndexOutOfBoundsException if it does not end within the chunk
     */
    @Nullable
    String read(ChunkInput in) {
        int encoding = in.readByte();
        return switch (encoding) {
            case Texts.UTF8 -> read(in, encoding, utf8);
            case Texts.LATIN1 -> read(in, encoding, latin1);
            default -> Texts.read(in, encoding);
        };
    }

    private static String read(ChunkInput in, int encoding, ByteKeys<String> known) {
        int length = in.readInt();
        if (length == 0) {
            return "";
        }
        if (length < 0 || length > LONGEST) {
            return Texts.decode(in.readBytes(length), encoding);
        }
        String text = known.find(in, length);
        if (text == null) {
            text = Texts.decode(in.peekBytes(length), encoding);
            known.add(in, length, text);
        }
        in.skipBytes(length);
        return text;
    }
}
