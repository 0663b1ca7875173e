package dev.loomweight.input.recording.reader.chunk;

import org.jspecify.annotations.Nullable;

/**
 * The strings of the metadata: names, labels, descriptions and values of annotations. Most are never asked for, so each
 * is decoded when it is.
 */
final class MetadataStrings {

    private final ChunkInput in;
    private final long[] positions;
    private final @Nullable String[] strings;

    /**
     * @param in the metadata, at the start of its strings; left after them. It is kept, and used by this object
     *     alone from then on.
     * @throws IndexOutOfBoundsException if the strings do not end within it
     */
    MetadataStrings(ChunkInput in) {
        this.in = in;
        int count = in.readInt();
        if (count < 0 || count > in.available()) {
            throw new IndexOutOfBoundsException("a count of " + count + " strings");
        }
        positions = new long[count];
        strings = new @Nullable String[count];
        for (int i = 0; i < count; i++) {
            positions[i] = in.position();
            Texts.skip(in);
        }
    }

    /**
     * One of them.
     *
     * @return an empty string where the metadata has null
     * @throws IndexOutOfBoundsException if there is none of that number
     */
    synchronized String get(int index) {
        String known = strings[index];
        if (known == null) {
            long back = in.position();
            in.seek(positions[index]);
            String decoded = Texts.read(in);
            in.seek(back);
            known = decoded == null ? "" : decoded;
            strings[index] = known;
        }
        return known;
    }
}
