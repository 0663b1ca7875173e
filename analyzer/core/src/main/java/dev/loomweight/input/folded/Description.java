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
    private final boolean former;

    private Description(boolean former) {
        this.former = former;
    }

    /** Whether it is of former files, without what {@linkplain OptionalParts#isLater came later}. */
    boolean isFormer() {
        return former;
    }

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
        return fingerprint(column, false);
    }

    private static int fingerprint(Column column, boolean former) {
        Description description = new Description(former);
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
            throw other(view, what);
        }
    }

    /**
     * Reads a fingerprint of a column that may be without what {@linkplain OptionalParts#isLater came later}.
     *
     * @return whether it is
     * @throws DataException if it is that of another column
     */
    static boolean checkFormer(ByteView view, Column column, String what) {
        int found = Bytes.toInt(view.raw(Integer.BYTES));
        if (found == fingerprint(column, false)) {
            return false;
        }
        if (found == fingerprint(column, true)) {
            return true;
        }
        throw other(view, what);
    }

    private static DataException other(ByteView view, String what) {
        return new DataException("the fold " + view.name() + " was written by another version of loomweight, which has "
                + what + " in another form; fold the recordings again, or read it with that version");
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
