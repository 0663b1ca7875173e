package dev.loomweight.input.folded;

import dev.loomweight.capture.DataException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.Deflater;

/**
 * Sums of many recordings as bytes: records of one type, in the form of {@linkplain FoldedUnits fold files} with another
 * beginning. The same records are the same bytes. Reading is bounded by what the bytes hold; records of another form than
 * those of this program are refused, and so is what the records themselves refuse.
 *
 * @param <T> the type of the records, whose components are numbers, texts, enums, lists, maps and records of these
 */
public final class SumsBytes<T extends Record> {

    /** The version of the form; that of the records is their fingerprint. */
    public static final int SCHEMA_VERSION = 1;

    /** What bytes may unpack to; the sums of 100,000 pods take a tenth of that. */
    private static final int MAX_BYTES = 1 << 30;

    private final Class<T> type;
    private final Column column;
    private final int fingerprint;

    /**
     * The bytes of a type of records.
     *
     * @throws IllegalArgumentException if one of its components has no form in bytes
     */
    public SumsBytes(Class<T> type) {
        this.type = type;
        this.column = Columns.of(type);
        this.fingerprint = Description.fingerprint(column);
    }

    /** Whether a file begins as such bytes do; not if it cannot be read. */
    public static boolean isOne(Path file) {
        return FileHead.SUMS.begins(file);
    }

    /** Stands for the form of the bytes and the program that writes them. */
    public String version() {
        return SCHEMA_VERSION + " " + Integer.toHexString(fingerprint) + " " + FileHead.writer();
    }

    /** The bytes of some records, in their order. */
    public byte[] write(List<T> records) {
        SectionPools.Writing pools = new SectionPools.Writing();
        ByteSink body = new ByteSink();
        body.raw(Bytes.of(fingerprint));
        body.unsigned(records.size());
        column.write(new ColumnWriter(body, pools), List.<Object>copyOf(records));
        ByteSink all = new ByteSink();
        FileHead.SUMS.writeTo(all);
        // What is merged many times is not for keeping.
        Packed.of(pools, body, Deflater.BEST_SPEED).writeTo(all);
        return all.toBytes();
    }

    /**
     * Records from their bytes.
     *
     * @param shown what messages call them
     * @throws DataException if they are no sums, are damaged, or are of another version
     */
    public List<T> read(byte[] bytes, String shown) {
        if (!FileHead.SUMS.begins(bytes)) {
            throw new DataException(
                    shown + " is not a fold of recordings, or was written by another version of loomweight;"
                            + " fold the recordings again");
        }
        ByteView view = new ByteView(bytes, shown);
        FileHead.SUMS.read(view);
        Packed packed = Packed.read(view, MAX_BYTES);
        if (view.left() > 0) {
            throw view.damaged("there is more after its end");
        }
        ColumnReader reader = packed.open(shown, "sums");
        Description.check(reader.bytes(), fingerprint, "its sums");
        List<T> records = column.read(reader, reader.bytes().count()).stream()
                .map(type::cast)
                .toList();
        if (reader.bytes().left() > 0) {
            throw view.damaged("there is more after its end");
        }
        return records;
    }
}
