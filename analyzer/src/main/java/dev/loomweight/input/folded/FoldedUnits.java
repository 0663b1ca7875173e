package dev.loomweight.input.folded;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;

/**
 * A fold file: the folds of processes, each once, in an order that depends on nothing but them. So what was folded in parts
 * and merged in any order is the same file.
 */
public final class FoldedUnits {

    /** The version of the form of fold files; that of what is in them is in each section. */
    public static final int SCHEMA_VERSION = 1;

    /** A file may have that many bytes. */
    public static final long MOST_BYTES = Integer.MAX_VALUE - 64L;

    private static final byte[] MAGIC = {(byte) 0x8C, 'L', 'W', 'F', '\r', '\n', 0x1A, '\n'};

    private static final Comparator<FoldUnit> ORDER = Comparator.comparing(
                    (FoldUnit unit) -> unit.head().paths().getFirst())
            .thenComparingInt(unit -> unit.head().rank())
            .thenComparing(unit -> unit.head().names().getFirst());

    private final List<FoldUnit> units;

    private FoldedUnits(List<FoldUnit> units) {
        this.units = List.copyOf(units);
    }

    /** Some folds, each of which counts once. */
    public static FoldedUnits of(List<FoldUnit> units) {
        List<FoldUnit> sorted = new ArrayList<>(new LinkedHashSet<>(units));
        sorted.sort(ORDER.thenComparing(FoldUnit::bytes, Arrays::compare));
        return new FoldedUnits(sorted);
    }

    /** The folds of processes, in their order. */
    public List<FoldUnit> units() {
        return units;
    }

    /** Whether a file begins as fold files do. */
    public static boolean isOne(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return Arrays.equals(in.readNBytes(MAGIC.length), MAGIC);
        } catch (IOException e) {
            // Its reading will say why.
            return false;
        }
    }

    /** Whether bytes begin as fold files do. */
    public static boolean isOne(byte[] bytes) {
        return bytes.length >= MAGIC.length && Arrays.equals(bytes, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
    }

    /**
     * Reads a fold file.
     *
     * @param shown what messages call it
     * @throws DataException if it cannot be read, is damaged, or is of another version
     */
    public static FoldedUnits read(Path file, String shown) {
        try {
            if (Files.size(file) > MOST_BYTES) {
                throw new DataException(shown + " is larger than 2 GB; merge fewer folds into one");
            }
            return read(Files.readAllBytes(file), shown);
        } catch (IOException e) {
            throw new DataException("cannot read " + shown + ": " + CaptureFolder.reason(e), e);
        }
    }

    /**
     * Reads the bytes of a fold file.
     *
     * @param shown what messages call it
     * @throws DataException if they are damaged, or of another version
     */
    public static FoldedUnits read(byte[] bytes, String shown) {
        if (!isOne(bytes)) {
            throw new DataException(shown + " is not a fold; one is written by loomweight fold app.jfr -o app.lwf");
        }
        ByteView view = new ByteView(bytes, shown);
        view.raw(MAGIC.length);
        long version = view.unsigned();
        String writer = new String(view.raw(view.count()), StandardCharsets.UTF_8).replaceAll("[^\\w.+-]", "?");
        if (version != SCHEMA_VERSION) {
            throw new DataException("the fold " + shown + " is of schema version " + version
                    + ", written by loomweight "
                    + (writer.length() > 40 ? "?" : writer) + ", and this loomweight reads version " + SCHEMA_VERSION
                    + "; fold the recordings again, or read it with that version");
        }
        int count = view.count();
        List<FoldUnit> units = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            units.add(FoldUnit.read(view.raw(view.count()), shown));
        }
        if (view.left() > 0) {
            throw view.damaged("there is more after its end");
        }
        return new FoldedUnits(units);
    }

    /** The bytes of the file. */
    public byte[] toBytes() {
        ByteSink sink = new ByteSink();
        sink.raw(MAGIC);
        sink.unsigned(SCHEMA_VERSION);
        byte[] writer = writer().getBytes(StandardCharsets.UTF_8);
        sink.unsigned(writer.length);
        sink.raw(writer);
        sink.unsigned(units.size());
        for (FoldUnit unit : units) {
            byte[] bytes = unit.bytes();
            sink.unsigned(bytes.length);
            sink.raw(bytes);
        }
        return sink.toBytes();
    }

    private static String writer() {
        String version = FoldedUnits.class.getPackage().getImplementationVersion();
        return version == null ? "dev" : version;
    }
}
