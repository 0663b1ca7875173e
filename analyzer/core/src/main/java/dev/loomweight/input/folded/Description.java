package dev.loomweight.input.folded;

import dev.loomweight.capture.DataException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.CRC32C;

/** What a type consists of, down to the numbers and texts, as one text. */
final class Description {

    private final StringBuilder text = new StringBuilder();
    private final Set<Object> begun = new HashSet<>();

    /** Whether a type has been described before, so that its name is enough. */
    boolean isKnown(Object type) {
        return !begun.add(type);
    }

    Description add(String words) {
        text.append(words);
        return this;
    }

    /** The fingerprint of what a column consists of. */
    static int fingerprint(Column column) {
        Description description = new Description();
        column.describe(description);
        return description.fingerprint();
    }

    /**
     * Reads a fingerprint.
     *
     * @param expected what it must be
     * @param what of the file has this form
     * @throws DataException if it is another one
     */
    static void check(ByteView view, int expected, String what) {
        if (Bytes.toInt(view.raw(Integer.BYTES)) != expected) {
            throw new DataException(
                    "the fold " + view.name() + " was written by another version of loomweight, which has " + what
                            + " in another form; fold the recordings again, or read it with that version");
        }
    }

    /** Its fingerprint: two shapes that differ have the same one time in four thousand million. */
    int fingerprint() {
        CRC32C sum = new CRC32C();
        sum.update(text.toString().getBytes(StandardCharsets.UTF_8));
        return (int) sum.getValue();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
