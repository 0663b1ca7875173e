package dev.loomweight.input.folded;

import dev.loomweight.capture.CaptureFolder;
import dev.loomweight.capture.DataException;
import java.io.IOException;
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
    public static final int SCHEMA_VERSION = 2;

    /** A file may have that many bytes. */
    public static final long MAX_BYTES = Integer.MAX_VALUE - 64L;

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

    /** How many processes there are: those that were folded in parts count once. */
    public int processes() {
        JvmGroups jvms = new JvmGroups();
        List<Integer> places = units.stream()
                .map(FoldUnit::head)
                .filter(head -> head.name() != UnitHead.Naming.FIXED)
                .map(jvms::add)
                .toList();
        return (int) places.stream().map(jvms::jvm).distinct().count();
    }

    /** Whether a file begins as fold files do. */
    public static boolean isOne(Path file) {
        return FileHead.UNITS.begins(file);
    }

    /** Whether bytes begin as fold files do. */
    public static boolean isOne(byte[] bytes) {
        return FileHead.UNITS.begins(bytes);
    }

    /**
     * Reads a fold file.
     *
     * @param shown what messages call it
     * @throws DataException if it cannot be read, is damaged, or is of another version
     */
    public static FoldedUnits read(Path file, String shown) {
        try {
            if (Files.size(file) > MAX_BYTES) {
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
        if (FileHead.SUMS.begins(bytes)) {
            throw new DataException(
                    shown + " has sums of recordings that only loomweight fleet reads; name the recordings,"
                            + " or what loomweight fold made of them");
        }
        if (!isOne(bytes)) {
            throw new DataException(shown + " is not a fold; one is written by loomweight fold app.jfr -o app.lwf");
        }
        ByteView view = new ByteView(bytes, shown);
        FileHead.UNITS.read(view);
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
        FileHead.UNITS.writeTo(sink);
        sink.unsigned(units.size());
        for (FoldUnit unit : units) {
            byte[] bytes = unit.bytes();
            sink.unsigned(bytes.length);
            sink.raw(bytes);
        }
        return sink.toBytes();
    }
}
